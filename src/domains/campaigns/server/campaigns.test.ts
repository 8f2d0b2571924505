import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  grantCourse,
  makeAdmin,
  makeCourse,
  makeLearner,
  type Person,
  watchCourse,
} from '../../../../tests/support/factories.ts'
import { readOutbox } from '../../../../tests/support/read-outbox.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { createMailQueue, type QueueMail } from '../../../integrations/mail/queue-mail.ts'
import { mails } from '../../../integrations/mail/tables.ts'
import { unsubscribeUrlOf } from '../../../integrations/mail/unsubscribe-token.ts'
import { withdrawCampaigns } from '../../../integrations/mail/withdraw-campaigns.ts'
import * as accounts from '../../accounts/contract.ts'
import { mailConsentEvents, users } from '../../accounts/server/tables.ts'
import { joinedAccounts } from '../../learners/server/tables.ts'
import { courseProgress, videoProgress } from '../../learning/server/tables.ts'
import { publishLook } from '../../look/contract.ts'
import { deliveredLook } from '../../look/look.ts'
import {
  type CampaignInput,
  cancelCampaign,
  changeCampaign,
  countReaders,
  createCampaign,
  deleteCampaign,
  getCampaign,
  getCampaignSettings,
  listCampaigns,
  listCampaignTroubles,
  previewCampaign,
  saveCampaignSettings,
  sendCampaign,
  testCampaign,
} from '../contract.ts'
import { beginDueCampaigns, freezeCampaigns } from './freeze-audience.ts'
import { joinCampaigns } from './join-campaigns.ts'
import { sendCampaigns } from './send-campaigns.ts'
import { letterRecipients, letters } from './tables.ts'

const server = await startTestServer()
const { db } = server
afterAll(() => server.close())
const owner = await makeAdmin(db)
const asOwner = server.as(owner)
const sender = {
  brand: { name: 'Rang', supportEmail: 'help@academy.test' },
  publicUrl: () => server.baseUrl,
}
const deps = {
  db,
  queueMail: server.checkout.queueMail,
  sender,
  unsubscribeKey: server.secrets.unsubscribeKey,
}

const news: CampaignInput = {
  list: 'news',
  subject: 'A new course',
  body: 'It is **here**. See [the list](/courses).',
  audience: 'everybody',
  course_id: null,
}

beforeEach(async () => {
  await db.delete(letters)
  await db.execute(sql`delete from mail_consents`)
  await db.delete(mails)
  await setPace(6000)
})

async function setPace(lettersAMinute: number): Promise<void> {
  const body = { letters_a_minute: lettersAMinute, are_reminders_on: false }
  await asOwner(saveCampaignSettings, { body })
}

async function makeReader(): Promise<Person> {
  const person = await makeLearner(db)
  await server.as(person)(accounts.saveMailConsents, { body: { news: true } })
  return person
}

async function block(person: Person): Promise<void> {
  await db
    .update(users)
    .set({ blockedAt: new Date(), blockedReason: 'Shared the account.' })
    .where(eq(users.id, person.id))
}

async function release(input: CampaignInput = news, sendAt: string | null = null) {
  const { id } = await asOwner(createCampaign, { body: input })
  return asOwner(sendCampaign, { params: { id }, body: { revision: 1, send_at: sendAt } })
}

/** Somebody changes their row meanwhile, and takes their time. */
async function holdRow(person: Person, work: () => Promise<void>): Promise<void> {
  await db.transaction(async (db) => {
    await db.select().from(users).where(eq(users.id, person.id)).for('update')
    await work()
  })
}

async function countMailed(readers: Person[]): Promise<number[]> {
  return Promise.all(readers.map(({ email }) => db.$count(mails, eq(mails.recipient, email))))
}

const fail = (error: unknown) => expect(error).toBeUndefined()
const anHourAgo = sql`now() - interval '61 minutes'`
const isMailed = eq(letterRecipients.state, 'mailed')
const troubles = async () => (await asOwner(listCampaignTroubles, {})).letters

/** As if it had begun so long ago, and been counted at once if it is. */
async function age(id: string, minutes: number): Promise<void> {
  const at = sql`now() - ${minutes} * interval '1 minute'`
  const frozenAt = sql`case when ${letters.frozenAt} is not null then ${at} end`
  await db.update(letters).set({ begunAt: at, frozenAt }).where(eq(letters.id, id))
}

const read = (id: string) => asOwner(getCampaign, { params: { id } })

describe('a letter to everybody', () => {
  test('goes to each who said yes to news, once, and to nobody else', async () => {
    const [reader, silent, refuser] = [
      await makeReader(),
      await makeLearner(db),
      await makeReader(),
    ]
    await server.as(refuser)(accounts.saveMailConsents, { body: { news: false } })

    const { id } = await release()
    await sendCampaigns(deps)
    await sendCampaigns(deps)

    const [mail, ...more] = await readOutbox(server, reader.email)
    expect(more).toEqual([])
    expect(mail).toMatchObject({ subject: 'A new course' })
    expect(mail?.text).toContain(
      `Hello ${reader.name},\n\nIt is **here**. See [the list](${server.baseUrl}/courses).`,
    )
    expect(mail?.html).toContain('It is <strong>here</strong>.')
    expect(mail?.html).toContain(`href="${server.baseUrl}/courses"`)
    expect(mail?.text).toContain(unsubscribeUrlOf(deps, reader.id))
    expect(await readOutbox(server, silent.email)).toEqual([])
    expect(await readOutbox(server, refuser.email)).toEqual([])
    expect(await read(id)).toMatchObject({ state: 'sent', people: 1, mailed: 1, left_out: 0 })
  })

  test('keeps to its pace', async () => {
    await setPace(24)
    for (let count = 0; count < 5; count += 1) await makeReader()
    const { id } = await release()

    const sent = [await sendCampaigns(deps), await sendCampaigns(deps)]
    expect(sent).toEqual([2, 2])
    expect(await read(id)).toMatchObject({ state: 'sending', people: 5, mailed: 4 })
    await setPace(4)
    expect(await sendCampaigns(deps)).toBe(0)
    await db
      .update(letterRecipients)
      .set({ doneAt: sql`done_at - interval '1 minute'` })
      .where(eq(letterRecipients.state, 'mailed'))
    expect(await sendCampaigns(deps)).toBe(1)
    expect(await read(id)).toMatchObject({ state: 'sent', mailed: 5 })
  })

  test('keeps to its pace while somebody else changes another setting', async () => {
    await setPace(24)

    const settings = await asOwner(saveCampaignSettings, { body: { are_reminders_on: true } })

    expect(settings).toEqual({ letters_a_minute: 24, are_reminders_on: true })
    expect(await asOwner(getCampaignSettings, {})).toEqual(settings)
  })

  test('waits while the mail server takes none', async () => {
    for (let count = 0; count < 3; count += 1) await makeReader()
    await release()
    await setPace(2)
    const queueMail = createMailQueue({ sender, outbox: false })

    for (let round = 0; round < 4; round += 1) {
      await sendCampaigns({ ...deps, queueMail })
      await db
        .update(letterRecipients)
        .set({ doneAt: sql`done_at - interval '1 minute'` })
        .where(eq(letterRecipients.state, 'mailed'))
    }

    expect(await db.$count(mails)).toBe(2)
  })

  test('goes on when the mail server wants many of its mails later', async () => {
    for (let count = 0; count < 4; count += 1) await makeReader()
    await release()
    await setPace(2)
    const queueMail = createMailQueue({ sender, outbox: false })

    for (let round = 0; round < 4; round += 1) {
      await sendCampaigns({ ...deps, queueMail })
      await db.update(mails).set({ refusals: 1, nextAttemptAt: sql`now() + interval '1 hour'` })
      await db
        .update(letterRecipients)
        .set({ doneAt: sql`done_at - interval '1 minute'` })
        .where(eq(letterRecipients.state, 'mailed'))
    }

    expect(await db.$count(mails)).toBe(4)
  })

  test('begins at its time, and can be cancelled until then', async () => {
    const reader = await makeReader()
    const later = new Date(Date.now() + 3_600_000).toISOString()
    const { id, state } = await release(news, later)
    expect(state).toBe('scheduled')
    await sendCampaigns(deps)
    expect(await readOutbox(server, reader.email)).toEqual([])

    const cancelled = await asOwner(cancelCampaign, { params: { id } })
    expect(cancelled).toMatchObject({ state: 'draft', send_at: null })
    await asOwner(sendCampaign, { params: { id }, body: { revision: 1, send_at: later } })
    await db.update(letters).set({ sendAt: sql`now()` }).where(eq(letters.id, id))
    await sendCampaigns(deps)

    expect(await readOutbox(server, reader.email)).toHaveLength(1)
    const tooLate = asOwner(cancelCampaign, { params: { id } })
    await expect(tooLate).rejects.toMatchObject({ code: 'letter_has_begun' })
  })

  test('is let go once by two presses, and not as another than was looked at', async () => {
    await makeReader()
    const { id } = await asOwner(createCampaign, { body: news })
    await asOwner(changeCampaign, { params: { id }, body: { ...news, subject: 'B', revision: 1 } })
    const press = (revision: number) =>
      asOwner(sendCampaign, { params: { id }, body: { revision } })

    await expect(press(1)).rejects.toMatchObject({ code: 'letter_changed' })
    const answers = await Promise.all([press(2), press(2)])
    await Promise.all([sendCampaigns(deps), sendCampaigns(deps)])
    await sendCampaigns(deps)
    const again = await press(2)

    expect(answers.map(({ state }) => state)).toEqual(['scheduled', 'scheduled'])
    expect(again.state).toBe('sent')
    expect(await db.$count(mails)).toBe(1)
  })

  test('cannot be changed or deleted on its way', async () => {
    await makeReader()
    const { id } = await release()
    const refusal = { code: 'letter_not_draft' }
    const body = { ...news, revision: 1 }

    await expect(asOwner(changeCampaign, { params: { id }, body })).rejects.toMatchObject(refusal)
    await expect(asOwner(deleteCampaign, { params: { id } })).rejects.toMatchObject(refusal)
  })

  test('is refused, now and for later, while nobody would get it', async () => {
    const reader = await makeReader()
    await block(reader)
    const { id } = await asOwner(createCampaign, { body: news })
    const later = new Date(Date.now() + 3_600_000).toISOString()

    for (const send_at of [null, later]) {
      const send = asOwner(sendCampaign, { params: { id }, body: { revision: 1, send_at } })
      await expect(send).rejects.toMatchObject({ status: 409, code: 'letter_without_readers' })
    }

    expect(await asOwner(countReaders, { params: { id } })).toEqual({ people: 0 })
    expect(await read(id)).toMatchObject({ state: 'draft', send_at: null })
  })

  test('says how many of its mails may not have arrived, or did not', async () => {
    for (let count = 0; count < 4; count += 1) await makeReader()
    const { id } = await release()
    await sendCampaigns({ ...deps, queueMail: createMailQueue({ sender, outbox: false }) })
    const [silent, refused, waiting] = await db.select().from(mails)
    const isGivenUp = { nextAttemptAt: null, queuedAt: sql`now() - interval '2 minutes'` }
    const change = (mail: typeof silent, set: object) =>
      db.update(mails).set(set).where(eq(mails.id, mail!.id))
    await change(silent, { ...isGivenUp, mayHaveArrived: true })
    await change(refused, isGivenUp)
    await change(waiting, { nextAttemptAt: new Date(), queuedAt: isGivenUp.queuedAt })

    expect(await read(id)).toMatchObject({ mailed: 4, unknown: 1, refused: 1 })
    await db.update(letters).set({ finishedAt: sql`now() - interval '91 days'` })
    expect(await read(id)).toMatchObject({ mailed: 4, unknown: null, refused: null })
  })

  test('is told for a week while mails of it did not arrive, with whom they were for', async () => {
    const [refuser, wrong, silent, reader] = [
      await makeReader(),
      await makeReader(),
      await makeReader(),
      await makeReader(),
    ]
    const { id } = await release()
    await sendCampaigns({ ...deps, queueMail: createMailQueue({ sender, outbox: false }) })
    const change = ({ email }: Person, set: object) =>
      db.update(mails).set(set).where(eq(mails.recipient, email))
    await withdrawCampaigns(db, refuser.id, ['news'])
    await change(wrong, { nextAttemptAt: null, lastError: '550 No such user' })
    await change(reader, { nextAttemptAt: null, sentAt: new Date() })
    expect((await troubles())[0]).toMatchObject({ id, not_arrived: 1 })
    const queuedAt = sql`now() - interval '2 minutes'`
    await change(silent, { nextAttemptAt: null, mayHaveArrived: true, queuedAt })

    expect(await troubles()).toEqual([
      { id, subject: news.subject, has_stopped: false, not_arrived: 2 },
    ])
    expect(await read(id)).toMatchObject({
      unknown: 1,
      refused: 1,
      withdrawn: 1,
      not_arrived: [
        {
          user_id: wrong.id,
          email: wrong.email,
          reason: '550 No such user',
          may_have_arrived: false,
        },
        { user_id: silent.id, email: silent.email, may_have_arrived: true },
      ],
    })
    await db.update(letters).set({ finishedAt: sql`now() - interval '8 days'` })
    expect(await troubles()).toEqual([])
  })

  test('is told as stopped once nobody got it for an hour, until it goes on', async () => {
    const readers = [await makeReader(), await makeReader()]
    const { id } = await release()
    await beginDueCampaigns(db)
    await freezeCampaigns(db, fail)
    expect(await troubles()).toEqual([])

    await age(id, 61)
    const stopped = await troubles()
    await setPace(1)
    await sendCampaigns(deps)
    const going = await troubles()
    const halfWay = await read(id)
    await db.update(letterRecipients).set({ doneAt: anHourAgo }).where(isMailed)
    const again = await read(id)

    expect(stopped).toEqual([{ id, subject: news.subject, has_stopped: true, not_arrived: 0 }])
    expect(going).toEqual([])
    expect(halfWay).toMatchObject({ state: 'sending', people: readers.length, mailed: 1 })
    expect(again.has_stopped).toBe(true)
  })

  test('is told as stopped if it did not begin at its time, or its readers are not counted', async () => {
    await makeReader()
    const { id } = await release()
    await db.update(letters).set({ sendAt: anHourAgo })
    const late = await troubles()
    await beginDueCampaigns(db)
    await age(id, 59)
    const begun = await troubles()
    await age(id, 61)

    expect(late).toMatchObject([{ id, has_stopped: true }])
    expect(begun).toEqual([])
    expect(await troubles()).toMatchObject([{ id, has_stopped: true }])
  })

  test('has not stopped while it waits behind one with fewer people left', async () => {
    const course = await makeCourse(db)
    const readers = [await makeReader(), await makeReader(), await makeReader()]
    for (const reader of readers.slice(1)) await grantCourse(db, reader, course)
    const long = await release()
    const short = await release({ ...news, audience: 'owners', course_id: course.id })
    await beginDueCampaigns(db)
    await freezeCampaigns(db, fail)
    await setPace(1)
    await sendCampaigns(deps)
    await age(long.id, 300)
    await age(short.id, 300)
    const waiting = await troubles()
    await db.update(letterRecipients).set({ doneAt: anHourAgo }).where(isMailed)

    expect(await read(short.id)).toMatchObject({ mailed: 1 })
    expect(waiting).toEqual([])
    expect((await troubles()).map(({ id }) => id).toSorted()).toEqual(
      [long.id, short.id].toSorted(),
    )
  })

  test('is told as stopped if it fails while one with more people left goes on', async () => {
    const course = await makeCourse(db)
    const [owner] = [await makeReader(), await makeReader(), await makeReader()]
    await grantCourse(db, owner, course)
    const long = await release()
    const subject = 'Of your course'
    const short = await release({ ...news, subject, audience: 'owners', course_id: course.id })
    await beginDueCampaigns(db)
    await freezeCampaigns(db, fail)
    await setPace(1)
    const queueMail: QueueMail = async (db, given) => {
      if (JSON.stringify(given).includes(subject)) throw new Error('cannot be made')
      await deps.queueMail(db, given)
    }
    await expect(sendCampaigns({ ...deps, queueMail })).rejects.toThrow('cannot be made')
    await age(long.id, 61)
    await age(short.id, 61)

    expect(await read(long.id)).toMatchObject({ mailed: 1, has_stopped: false })
    expect(await troubles()).toMatchObject([{ id: short.id, has_stopped: true }])
  })

  test('goes to all others while somebody holds the row of one reader, and to them afterwards', async () => {
    const readers = [await makeReader(), await makeReader(), await makeReader()]
    const [, held] = readers
    const { id } = await release()
    await holdRow(held!, async () => {
      await sendCampaigns(deps)
      expect(await countMailed(readers)).toEqual([1, 0, 1])
      expect(await read(id)).toMatchObject({ state: 'sending', people: 2, mailed: 2 })
    })
    await sendCampaigns(deps)

    expect(await countMailed(readers)).toEqual([1, 1, 1])
    expect(await read(id)).toMatchObject({ state: 'sent', people: 3, mailed: 3, left_out: 0 })
  })

  test('goes once to who joins two accounts while its audience is written down, and ends', async () => {
    const [joined, kept, other] = [await makeReader(), await makeReader(), await makeReader()]
    const { id } = await release()
    await beginDueCampaigns(db)
    // So far it was written down.
    await db.insert(letterRecipients).values({ letterId: id, learnerId: joined.id })
    await db.update(letters).set({ people: 1, frozenTo: joined.id }).where(eq(letters.id, id))
    await db.transaction((db) => joinCampaigns(db, { fromId: joined.id, intoId: kept.id }))

    await sendCampaigns(deps)

    expect(await countMailed([joined, kept, other])).toEqual([0, 1, 1])
    expect(await read(id)).toMatchObject({ state: 'sent', people: 2, mailed: 2 })
  })

  test('waits for nobody who is held once the audience is written down', async () => {
    const readers = [await makeReader(), await makeReader()]
    const { id } = await release()
    await beginDueCampaigns(db)
    await freezeCampaigns(db, fail)
    await holdRow(readers[0]!, async () => {
      await sendCampaigns(deps)
      expect(await countMailed(readers)).toEqual([0, 1])
    })
    await sendCampaigns(deps)

    expect(await countMailed(readers)).toEqual([1, 1])
    expect(await read(id)).toMatchObject({ state: 'sent', mailed: 2 })
  })

  test('leaves out one whose mail cannot be made, tells it, and goes to the others', async () => {
    const readers = [await makeReader(), await makeReader(), await makeReader()]
    const { id } = await release()
    const queueMail: QueueMail = async (db, given) => {
      await deps.queueMail(db, given)
      if (JSON.stringify(given).includes(readers[1]!.email)) throw new Error('no such address')
    }
    await expect(sendCampaigns({ ...deps, queueMail })).rejects.toThrow('no such address')

    expect(await countMailed(readers)).toEqual([1, 0, 1])
    expect(await read(id)).toMatchObject({ state: 'sent', people: 3, mailed: 2, left_out: 1 })
  })

  test('that cannot be made at all holds up no other, and goes once it can', async () => {
    const reader = await makeReader()
    await release({ ...news, subject: 'Broken' })
    await beginDueCampaigns(db) // before the other, so that its turn is first
    await release()
    const queueMail: QueueMail = async (db, given) => {
      if (JSON.stringify(given).includes('Broken')) throw new Error('cannot be rendered')
      await deps.queueMail(db, given)
    }
    await expect(sendCampaigns({ ...deps, queueMail })).rejects.toThrow('cannot be rendered')
    expect(await countMailed([reader])).toEqual([1])
    await sendCampaigns(deps)

    expect(await countMailed([reader])).toEqual([2])
  })

  test('leaves out who said no after the audience was written down', async () => {
    const [first, second] = [await makeReader(), await makeReader()]
    await setPace(12)
    const { id } = await release()
    await sendCampaigns(deps)
    const late = (await readOutbox(server, first.email)).length === 0 ? first : second

    await server.fetch(
      new URL(unsubscribeUrlOf(deps, late.id)).pathname +
        new URL(unsubscribeUrlOf(deps, late.id)).search,
      { method: 'POST' },
    )
    await sendCampaigns(deps)

    expect(await readOutbox(server, late.email)).toEqual([])
    expect(await read(id)).toMatchObject({ state: 'sent', people: 2, mailed: 1, left_out: 1 })
  })

  test('leaves out who was blocked after the audience was written down', async () => {
    const reader = await makeReader()
    await setPace(12)
    const { id } = await release()
    await beginDueCampaigns(db)
    await freezeCampaigns(db, fail)
    await block(reader)
    await sendCampaigns(deps)

    expect(await readOutbox(server, reader.email)).toEqual([])
    expect(await read(id)).toMatchObject({ state: 'sent', people: 1, mailed: 0, left_out: 1 })
  })

  test('means those who were there when it began', async () => {
    await makeReader()
    await setPace(12)
    const { id } = await release()
    await sendCampaigns(deps)
    const newcomer = await makeReader()
    await sendCampaigns(deps)

    expect(await readOutbox(server, newcomer.email)).toEqual([])
    expect(await read(id)).toMatchObject({ people: 1 })
  })
})

describe('a letter to those who have a course', () => {
  test('finds who has it, has not begun, or has stalled', async () => {
    const course = await makeCourse(db, {
      modules: [['https://v.test/1.mp4', 'https://v.test/2.mp4']],
    })
    const [fresh, stalled, active, done] = [
      await makeReader(),
      await makeReader(),
      await makeReader(),
      await makeReader(),
    ]
    for (const person of [fresh, stalled, active, done]) await grantCourse(db, person, course)
    const longAgo = new Date(Date.now() - 15 * 24 * 3_600_000)
    await watchCourse(db, done, course, longAgo)
    await watchOne(stalled, course, longAgo)
    await watchOne(active, course, new Date())
    const count = async (audience: CampaignInput['audience']) => {
      const { id } = await asOwner(createCampaign, {
        body: { ...news, audience, course_id: course.id },
      })
      await asOwner(sendCampaign, { params: { id }, body: { revision: 1 } })
      const { people } = await asOwner(countReaders, { params: { id } })
      await sendCampaigns(deps)
      const got = await db
        .select({ id: letterRecipients.learnerId })
        .from(letterRecipients)
        .where(eq(letterRecipients.letterId, id))
      expect(got).toHaveLength(people)
      return new Set(got.map((one) => one.id))
    }

    expect(await count('owners')).toEqual(new Set([fresh.id, stalled.id, active.id, done.id]))
    expect(await count('not_started')).toEqual(new Set([fresh.id]))
    expect(await count('stalled')).toEqual(new Set([stalled.id]))
  })

  test('about the course itself goes also to who said nothing, but not to who said no', async () => {
    const course = await makeCourse(db)
    const [silent, refuser] = [await makeLearner(db), await makeLearner(db)]
    for (const person of [silent, refuser]) await grantCourse(db, person, course)
    await server.as(refuser)(accounts.saveMailConsents, { body: { courses: false } })

    await release({ ...news, list: 'courses', audience: 'owners', course_id: course.id })
    await sendCampaigns(deps)

    expect(await readOutbox(server, silent.email)).toHaveLength(1)
    expect(await readOutbox(server, refuser.email)).toEqual([])
  })

  test('cannot be written without one, nor about a course to everybody', async () => {
    const write = (input: Partial<CampaignInput>) =>
      asOwner(createCampaign, { body: { ...news, ...input } })

    await expect(write({ audience: 'owners' })).rejects.toMatchObject({
      errors: [{ path: 'course_id' }],
    })
    await expect(write({ list: 'courses' })).rejects.toMatchObject({ errors: [{ path: 'list' }] })
    await expect(write({ audience: 'owners', course_id: 'none' })).rejects.toMatchObject({
      code: 'course_not_found',
    })
    await expect(write({ subject: 'a\nBcc: b' })).rejects.toMatchObject({
      errors: [{ path: 'subject' }],
    })
  })
})

async function watchOne(person: Person, course: { id: string; videoIds: string[] }, at: Date) {
  const of = { learnerId: person.id, courseId: course.id, videoId: course.videoIds[0]! }
  const rest = {
    positionInSeconds: 9,
    durationInSeconds: 60,
    played: [],
    playedInSeconds: 9,
    fraction: 0.1,
  }
  await db.insert(courseProgress).values({ ...of, percent: 10 })
  await db.insert(videoProgress).values({ ...of, ...rest, reportedAt: at })
}

describe('before it goes out', () => {
  test('it is shown with the number of its readers, and mailed to whoever writes it alone', async () => {
    await makeReader()
    const { id } = await asOwner(createCampaign, { body: { ...news, body: '<script>1</script>' } })

    const preview = await asOwner(previewCampaign, { params: { id } })
    await asOwner(testCampaign, { params: { id } })

    expect(preview).toMatchObject({ subject: 'A new course' })
    expect(await asOwner(countReaders, { params: { id } })).toEqual({ people: 1 })
    expect(preview.html).toContain('&lt;script&gt;')
    expect(preview.html).not.toContain('<script>')
    const [test] = await readOutbox(server, owner.email)
    expect(test?.subject).toBe('Test: A new course')
    expect(await db.$count(mails)).toBe(1)
  })

  test.each(['en', 'hi'])(
    'it is shown as it is mailed, in the look of the academy (%s)',
    async (language) => {
      await asOwner(publishLook, { body: { ...deliveredLook, colour: '#0f766e' } })
      const reader = await makeReader()
      const { id } = await release()
      await sendCampaigns(deps)
      const headers = { authorization: `Bearer ${owner.token}`, 'accept-language': language }
      const ask = (what: string, method: 'GET' | 'POST') =>
        server.fetch(`/api/admin/letters/${id}/${what}`, { method, headers })

      const { html } = await (await ask('preview', 'GET')).json()
      await ask('test', 'POST')

      const [mail] = await readOutbox(server, reader.email)
      const [test] = await readOutbox(server, owner.email)
      const forOwner = mail?.html
        ?.replace(reader.name, owner.name)
        .replace(unsubscribeUrlOf(deps, reader.id), unsubscribeUrlOf(deps, owner.id))
      expect(html).toBe(forOwner)
      expect(test?.html.replace('Test: ', '')).toBe(forOwner)
    },
  )

  test('a draft is made once by a repeated call, and listed page by page', async () => {
    const id = crypto.randomUUID()
    for (const time of [1, 2])
      await asOwner(createCampaign, { body: { ...news, id, subject: `N${time}` } })
    for (const subject of ['B', 'C']) await asOwner(createCampaign, { body: { ...news, subject } })

    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await asOwner(listCampaigns, { query: { limit: 2, ...(cursor && { cursor }) } })
      seen.push(...page.letters.map(({ subject }) => subject))
      cursor = page.next_cursor ?? undefined
    } while (cursor)

    expect(seen).toEqual(['C', 'B', 'N1'])
  })
})

describe('unsubscribing', () => {
  const address = (person: Person) => unsubscribeUrlOf(deps, person.id).slice(server.baseUrl.length)
  const consents = (person: Person) => server.as(person)(accounts.readMailConsents, {})

  test('is one click of the mail program, without logging in', async () => {
    const reader = await makeReader()

    const answer = await server.fetch(address(reader), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })

    expect(answer.status).toBe(200)
    expect(await consents(reader)).toMatchObject({
      news: { is_given: false, said_at: expect.any(String) },
      courses: { is_given: false },
    })
    const events = await db
      .select()
      .from(mailConsentEvents)
      .where(eq(mailConsentEvents.learnerId, reader.id))
    expect(events.map(({ list, isGiven, source }) => [list, isGiven, source])).toEqual([
      ['news', true, 'account'],
      ['news', false, 'mail'],
      ['courses', false, 'mail'],
    ])
  })

  test('takes a form of several parts, and no body at all', async () => {
    for (const body of [multipart(), null]) {
      const reader = await makeReader()
      const answer = await server.fetch(address(reader), { method: 'POST', body })
      expect(answer.status).toBe(200)
      expect(await consents(reader)).toMatchObject({ news: { is_given: false } })
    }
  })

  test('is not done by a filter that opens every link', async () => {
    const reader = await makeReader()

    const answer = await server.fetch(address(reader))

    expect(await answer.text()).toContain('<form method="post">')
    expect(await consents(reader)).toMatchObject({ news: { is_given: true } })
  })

  test.each([
    ['changed', (path: string) => path.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))],
    ['cut off', (path: string) => path.slice(0, -5)],
    ['missing', () => '/unsubscribe'],
    ['of another', (path: string) => path.replace(/token=..../, 'token=AAAA')],
    ['given twice', (path: string) => `${path}&token=x`],
  ])('by a token that is %s changes nothing', async (_, spoil) => {
    const reader = await makeReader()

    const answer = await server.fetch(spoil(address(reader)), { method: 'POST' })

    expect(answer.status).toBe(400)
    expect(await consents(reader)).toMatchObject({ news: { is_given: true } })
  })

  test('works for who has no account any more', async () => {
    const gone = { ...(await makeReader()), id: crypto.randomUUID() }

    expect((await server.fetch(address(gone), { method: 'POST' })).status).toBe(200)
  })

  test('is said for the account that a former one was joined into', async () => {
    const reader = await makeReader()
    const former = { ...reader, id: crypto.randomUUID() }
    await db
      .insert(joinedAccounts)
      .values({ id: former.id, learnerId: reader.id, email: 'former@example.test', name: 'Former' })

    await server.fetch(address(former), { method: 'POST' })

    expect(await consents(reader)).toMatchObject({ news: { is_given: false } })
  })

  test('takes back what is queued already', async () => {
    const reader = await makeReader()
    await release()
    await sendCampaigns({ ...deps, queueMail: createMailQueue({ sender, outbox: false }) })
    const isDue = and(eq(mails.recipient, reader.email), sql`next_attempt_at is not null`)
    expect(await db.$count(mails, isDue)).toBe(1)

    await server.fetch(address(reader), { method: 'POST' })

    expect(await db.$count(mails, isDue)).toBe(0)
  })
})

describe('who is asked at the sign-up', () => {
  test.each([
    [true, true],
    [false, false],
    [undefined, false],
  ])('and answers %s gets news: %s', async (wantsNews, isGiven) => {
    const email = `${crypto.randomUUID()}@example.test`
    const body = {
      email,
      name: 'New',
      password: 'something new',
      confirm_password: 'something new',
      ...(wantsNews !== undefined && { wants_news: wantsNews }),
    }
    await server.fetch('/api/auth/signup', post(body))
    const code = /^\d{6}$/m.exec((await readOutbox(server, email))[0]?.text ?? '')?.[0]
    await server.fetch('/api/auth/verify', post({ email, verification_code: code }))

    const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
    const said = await db
      .select()
      .from(mailConsentEvents)
      .where(eq(mailConsentEvents.learnerId, user!.id))
    expect(said.map(({ list, source }) => [list, source])).toEqual(
      isGiven ? [['news', 'sign_up']] : [],
    )
  })
})

function post(body: unknown): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
}

function multipart(): FormData {
  const form = new FormData()
  form.set('List-Unsubscribe', 'One-Click')
  return form
}
