import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { makeCourse } from '../../../../tests/support/factories.ts'
import { openTestDatabase } from '../../../../tests/support/test-database.ts'
import { createMailQueue } from '../../../integrations/mail/queue-mail.ts'
import { mails } from '../../../integrations/mail/tables.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { entitlements } from '../../access/server/tables.ts'
import { mailConsents, users } from '../../accounts/server/tables.ts'
import { courseProgress, videoProgress } from '../../learning/server/tables.ts'
import { audiences } from '../campaign-labels.ts'
import { countAudience } from './audience.ts'
import { readCampaign } from './describe-campaign.ts'
import { sendCampaigns } from './send-campaigns.ts'
import { letterSettings, letters } from './tables.ts'

const database = await openTestDatabase()
const { db } = database
afterAll(() => database.close())
const sender = {
  brand: { name: 'Rang', supportEmail: 'help@academy.test' },
  publicUrl: () => 'https://academy.test',
}
const queueMail = createMailQueue({ sender, outbox: true })
const deps = { db, queueMail, sender, unsubscribeKey: { current: 'key', accepted: ['key'] } }
const course = await makeCourse(db)
const other = await makeCourse(db)
await db.update(letterSettings).set({ lettersAMinute: 6000 })

const said = fc.constantFrom(null, true, false)
const person = fc.record({
  news: said,
  courses: said,
  isBlocked: fc.boolean(),
  isChild: fc.boolean(),
  has: fc.constantFrom('nothing', 'the course', 'the other', 'both'),
  progress: fc.constantFrom('none', 'lately', 'long ago', 'done long ago'),
})
type Reader = typeof person extends fc.Arbitrary<infer Value> ? Value : never

const letter = fc.oneof(
  fc.constant({ list: 'news', audience: 'everybody', courseId: null } as const),
  fc.record({
    list: fc.constantFrom('news' as const, 'courses' as const),
    audience: fc.constantFrom(...audiences.filter((name) => name !== 'everybody')),
    courseId: fc.constant(course.id),
  }),
)
type Meant = typeof letter extends fc.Arbitrary<infer Value> ? Value : never

test('as many as are named before it goes out are written down, and all of them are mailed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(person, { maxLength: 8 }), letter, async (people, meant) => {
      await db.delete(letters)
      await db.delete(mails)
      await db.delete(users)
      await store(people)
      const named = await countAudience(db, meant)
      const id = newId()
      const content = { ...meant, subject: 'News', body: 'Hello' }
      await db
        .insert(letters)
        .values({ id, ...content, state: 'scheduled', sendAt: new Date(Date.now() - 1000) })

      while ((await readCampaign(db, id)).state !== 'sent') await sendCampaigns(deps)

      expect(named).toBe(people.filter((one) => shouldGet(one, meant)).length)
      const sent = await readCampaign(db, id)
      expect(sent).toMatchObject({ people: named, mailed: named, left_out: 0 })
      expect(await db.$count(mails)).toBe(named)
    }),
    { numRuns: 30 },
  )
})

/** The same told plainly, of one person. */
function shouldGet(one: Reader, { list, audience }: Meant): boolean {
  const agrees = list === 'news' ? one.news === true : one.courses !== false
  if (!agrees || one.isBlocked || (one.isChild && list === 'news')) return false
  if (audience === 'everybody') return true
  if (one.has !== 'the course' && one.has !== 'both') return false
  if (audience === 'not_started') return one.progress === 'none'
  return audience === 'owners' || one.progress === 'long ago'
}

async function store(people: Reader[]): Promise<void> {
  const parentId = newId()
  await db.insert(users).values({ id: parentId, email: `${parentId}@example.test`, name: 'Parent' })
  for (const one of people) {
    const id = newId()
    const child = one.isChild && { parentId }
    const blocked = one.isBlocked && { blockedAt: new Date(), blockedReason: 'A test' }
    await db
      .insert(users)
      .values({ id, email: `${id}@example.test`, name: 'Reader', ...blocked, ...child })
    const lists = (['news', 'courses'] as const).flatMap((list) => {
      const isGiven = one[list]
      const rest = { saidAt: new Date(), source: 'account' as const }
      return isGiven === null ? [] : [{ learnerId: id, list, isGiven, ...rest }]
    })
    if (lists.length > 0) await db.insert(mailConsents).values(lists)
    const owned = [
      ...(['the course', 'both'].includes(one.has) ? [course] : []),
      ...(['the other', 'both'].includes(one.has) ? [other] : []),
    ]
    if (owned.length > 0) {
      const since = new Date()
      await db
        .insert(entitlements)
        .values(owned.map(({ id: courseId }) => ({ learnerId: id, courseId, since })))
    }
    if (one.progress !== 'none') await storeProgress(id, one.progress)
  }
}

async function storeProgress(
  learnerId: string,
  progress: Exclude<Reader['progress'], 'none'>,
): Promise<void> {
  const daysAgo = progress === 'lately' ? 13 : 15
  const reportedAt = new Date(Date.now() - daysAgo * 24 * 3_600_000)
  const isDone = progress === 'done long ago'
  await db.insert(videoProgress).values({
    learnerId,
    courseId: course.id,
    videoId: course.videoIds[0] ?? '',
    positionInSeconds: 9,
    durationInSeconds: 60,
    played: [],
    playedInSeconds: 9,
    fraction: 0.1,
    reportedAt,
  })
  await db.insert(courseProgress).values({
    learnerId,
    courseId: course.id,
    percent: isDone ? 100 : 10,
    completedAt: isDone ? reportedAt : null,
  })
}
