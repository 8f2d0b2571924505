import { Agent } from 'node:https'
import type { Duplex } from 'node:stream'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { countBlocked } from '../../../../tests/support/count-blocked.ts'
import { eraseAccount, makePerson } from '../../../../tests/support/erasing.ts'
import {
  grantCourse,
  makeCourse,
  makeLearner,
  type Person,
  watchCourse,
} from '../../../../tests/support/factories.ts'
import { startPushService } from '../../../../tests/support/push-service.ts'
import { readOutbox } from '../../../../tests/support/read-outbox.ts'
import { startTestServer, type TestServer } from '../../../../tests/support/start-test-server.ts'
import { createMailQueue, type Mail } from '../../../integrations/mail/queue-mail.ts'
import { mails } from '../../../integrations/mail/tables.ts'
import { unsubscribeUrlOf } from '../../../integrations/mail/unsubscribe-token.ts'
import { addDays, dayInIndia, startOfDay } from '../../../shared/india-time.ts'
import { logout, readMailConsents } from '../../accounts/contract.ts'
import { users } from '../../accounts/server/tables.ts'
import { reportProgress } from '../../learning/contract.ts'
import * as contract from '../contract.ts'
import type { ReminderDependencies } from './dependencies.ts'
import { endPlan, endReminders } from './keep-plan.ts'
import { makePushKey } from './push-keys.ts'
import { remindOfPlans } from './remind.ts'
import { playedDays, pushSubscriptions, studyPlans } from './tables.ts'

let server: TestServer
let service: Awaited<ReturnType<typeof startPushService>>
let deps: ReminderDependencies
beforeAll(async () => {
  server = await startTestServer()
  service = await startPushService(server)
  const { settings, secrets, checkout, baseUrl } = server
  deps = {
    db: server.db,
    queueMail: checkout.queueMail,
    sender: { brand: settings.brand, publicUrl: () => baseUrl },
    unsubscribeKey: secrets.unsubscribeKey,
    followed: { env: {}, dataDir: settings.dataDir },
    languages: checkout.languages,
    log: checkout.log,
    agent: service.agent,
  }
})
afterAll(async () => {
  await service.close()
  await server.close()
})
beforeEach(async () => void (await server.db.delete(studyPlans)))

const everyDay = [1, 2, 3, 4, 5, 6, 7]
const week = { weekdays: everyDay, hour: 19, minutes: 20, reminded_by: 'mail' as const }
const at = (day: string, hour: number) => new Date(startOfDay(day).getTime() + hour * 3_600_000)
const today = () => dayInIndia()
const tomorrow = () => addDays(today(), 1)

const save = (who: Person, body: object = {}) =>
  server.as(who)(contract.saveMyStudyPlan, { body: { ...week, ...body } })
const read = async (who: Person) => (await server.as(who)(contract.getMyStudyPlan, {})).plan
const remindAt = (now: Date, more: Partial<ReminderDependencies> = {}) =>
  remindOfPlans({ ...deps, ...more }, undefined, () => now)
const mailsTo = async ({ email }: Person) =>
  (await readOutbox(server, email)).filter(({ subject }) => /Time for|The hour/.test(subject))

async function makeBrowser(who: Person) {
  const { public_key: key } = await server.as(who)(contract.getPushKey, {})
  return service.addBrowser(key)
}

describe('a plan', () => {
  test('is off until it is set, and ends with all that was counted', async () => {
    const learner = await makeLearner(server.db)
    expect(await read(learner)).toBeNull()

    const { plan } = await save(learner, { weekdays: [5, 1, 1], reminded_by: 'none' })
    expect(plan).toMatchObject({
      weekdays: [1, 5],
      since: today(),
      streak: 0,
      played_today_in_seconds: null,
    })
    const { next_at: nextAt } = (
      await server.pool.query('select next_at from study_plans where learner_id = $1', [learner.id])
    ).rows[0] as { next_at: Date | null }
    expect(nextAt).toBeNull()
    const said = await server.as(learner)(readMailConsents, {})
    expect([said.reminders.history, said.push.history]).toEqual([[], []])

    const { plan: ended } = await server.as(learner)(contract.endMyStudyPlan, {})
    expect(ended).toBeNull()
  })

  test('that ends while something is played leaves no day behind', async () => {
    const course = await makeCourse(server.db)
    const learner = await makeLearner(server.db)
    await save(learner)
    const playing = await server.pool.connect()
    await playing.query('begin')
    await playing.query(
      `insert into video_progress (learner_id, course_id, video_id, position_in_seconds,
         duration_in_seconds, played, played_in_seconds, fraction, reported_at)
       values ($1, $2, $3, 1, 60, '[[0, 1]]', 1, 0.01, now())`,
      [learner.id, course.id, course.videoIds[0]],
    )

    let isOver = false
    const ending = endPlan(server.db, learner.id).then(() => (isOver = true))
    await vi.waitUntil(async () => isOver || (await countBlocked(server.db)) > 0)
    await playing.query('commit')
    playing.release()
    await ending

    const mine = eq(playedDays.learnerId, learner.id)
    expect(await server.db.$count(playedDays, mine)).toBe(0)
  })

  test('of no day, of another hour or for long minutes is refused', async () => {
    const learner = await makeLearner(server.db)
    for (const wrong of [{ weekdays: [] }, { weekdays: [8] }, { hour: 24 }, { minutes: 0 }]) {
      await expect(save(learner, wrong)).rejects.toMatchObject({ code: 'invalid_input' })
    }
  })

  test('counts what is played from then on, also what is played once more', async () => {
    const course = await makeCourse(server.db)
    const [learner, other] = [await makeLearner(server.db), await makeLearner(server.db)]
    for (const person of [learner, other]) await grantCourse(server.db, person, course)
    await save(learner)
    const report = (who: Person, position: number, played: [number, number][]) =>
      server.as(who)(reportProgress, {
        params: { course_id: course.id, video_id: course.videoIds[0] ?? '' },
        body: { position, duration: 60, played },
      })

    await report(learner, 2, [[0, 2]])
    await report(other, 2, [[0, 2]])
    const plan = await read(learner)
    expect(plan?.played_today_in_seconds).toBeCloseTo(2)
    expect(plan?.streak).toBe(1)
    expect(await server.db.$count(playedDays, eq(playedDays.learnerId, other.id))).toBe(0)

    await server.db.delete(playedDays)
    await report(learner, 1, [[0, 1]])
    expect((await read(learner))?.played_today_in_seconds).toBe(0)
  })

  test('that is made after something was played today knows it', async () => {
    const course = await makeCourse(server.db)
    const learner = await makeLearner(server.db)
    await grantCourse(server.db, learner, course)
    await watchCourse(server.db, learner, course)

    await save(learner)

    expect((await read(learner))?.played_today_in_seconds).toBe(0)
  })

  test('of a child reminds of nothing', async () => {
    const parent = await makeLearner(server.db)
    const child = await makeLearner(server.db, { parentId: parent.id })

    await expect(save(child)).rejects.toMatchObject({ code: 'no_reminders_for_children' })
    expect((await save(child, { reminded_by: 'none' })).plan).not.toBeNull()
  })
})

describe('a reminder by mail', () => {
  test('comes once at the hour, names the course to go on with, and one tap without a log-in ends it', async () => {
    const course = await makeCourse(server.db)
    const learner = await makeLearner(server.db)
    await grantCourse(server.db, learner, course)
    await watchCourse(server.db, learner, course, new Date(Date.now() - 86_400_000 * 2))
    await save(learner)

    await remindAt(at(tomorrow(), 18.9))
    expect(await mailsTo(learner)).toEqual([])
    await Promise.all([remindAt(at(tomorrow(), 19)), remindAt(at(tomorrow(), 19))])
    await remindAt(at(tomorrow(), 20))

    const [mail, ...others] = await mailsTo(learner)
    expect(others).toEqual([])
    expect(mail?.text).toContain(`/course/${course.id}`)
    expect(mail?.text).toContain('20 minutes')
    const url = unsubscribeUrlOf(deps, learner.id, 'reminders')
    expect(mail?.text).toContain(url)

    const path = url.slice(server.baseUrl.length)
    expect(await (await server.fetch(path)).text()).toContain('Stop the reminders?')
    expect((await read(learner))?.reminded_by).toBe('mail')
    const done = await server.fetch(path, { method: 'POST', body: 'List-Unsubscribe=One-Click' })
    expect(await done.text()).toContain('The reminders have stopped')
    expect((await read(learner))?.reminded_by).toBe('none')
    const said = await server.as(learner)(readMailConsents, {})
    expect(said.reminders.history.map(({ is_given, source }) => [is_given, source])).toEqual([
      [false, 'mail'],
      [true, 'account'],
    ])
    // Letters about courses are another matter.
    expect(said.courses.is_given).toBe(true)
    await remindAt(at(addDays(today(), 2), 19))
    expect(await mailsTo(learner)).toHaveLength(1)
  })

  test('does not come to who has played, is blocked, or has said no elsewhere', async () => {
    const [played, blocked] = [await makeLearner(server.db), await makeLearner(server.db)]
    for (const person of [played, blocked]) await save(person)
    await server.db.insert(playedDays).values({ learnerId: played.id, day: tomorrow(), seconds: 0 })
    await server.db
      .update(users)
      .set({ blockedAt: new Date(), blockedReason: 'Spam' })
      .where(eq(users.id, blocked.id))

    await remindAt(at(tomorrow(), 19))

    for (const person of [played, blocked]) expect(await mailsTo(person)).toEqual([])
    const next = await server.db.select({ nextAt: studyPlans.nextAt }).from(studyPlans)
    expect(next.map(({ nextAt }) => nextAt)).toEqual([
      at(addDays(today(), 2), 19),
      at(addDays(today(), 2), 19),
    ])
  })

  test('is put off by no clock that is a month ahead, and comes though one was', async () => {
    const learner = await makeLearner(server.db)
    await save(learner)
    const mine = eq(studyPlans.learnerId, learner.id)
    const readNext = async () =>
      (await server.db.select().from(studyPlans).where(mine)).map(({ nextAt }) => nextAt)
    const before = await readNext()
    const month = addDays(today(), 30)
    vi.useFakeTimers({ toFake: ['Date'], now: at(month, 19) })
    await remindOfPlans(deps).finally(() => vi.useRealTimers())
    expect(await readNext()).toEqual(before)

    const putOff = { nextAt: at(addDays(month, 1), 19), remindedOn: month }
    await server.db.update(studyPlans).set(putOff).where(mine)
    for (const hour of [19, 20]) await remindAt(at(tomorrow(), hour))

    expect(await mailsTo(learner)).toHaveLength(1)
    expect(await readNext()).toEqual([at(addDays(today(), 2), 19)])
  })

  test('that is queued when the plan ends is not sent', async () => {
    const learner = await makeLearner(server.db)
    await save(learner)
    const queueMail = createMailQueue({ sender: deps.sender, outbox: false })
    await remindAt(at(tomorrow(), 19), { queueMail })
    const isMine = eq(mails.learnerId, learner.id)
    expect((await server.db.select().from(mails).where(isMine))[0]?.nextAttemptAt).not.toBeNull()

    await endPlan(server.db, learner.id)

    expect((await server.db.select().from(mails).where(isMine))[0]?.nextAttemptAt).toBeNull()
  })
})

describe('a reminder by push', () => {
  test('is read by the browser alone, says the course, and who sends', async () => {
    const course = await makeCourse(server.db)
    const learner = await makeLearner(server.db, { language: 'hi' })
    await grantCourse(server.db, learner, course)
    await watchCourse(server.db, learner, course, new Date(Date.now() - 86_400_000 * 2))
    const { subscription } = await makeBrowser(learner)
    const { plan } = await save(learner, { reminded_by: 'push', browser: subscription })
    expect(plan?.browsers).toBe(1)

    await Promise.all([remindAt(at(tomorrow(), 19)), remindAt(at(tomorrow(), 19))])
    await remindAt(at(tomorrow(), 20))

    expect(service.failures).toEqual([])
    const mine = service.received.filter(({ endpoint }) => endpoint === subscription.endpoint)
    expect(mine).toHaveLength(1)
    const told = JSON.parse(mine[0]?.text ?? '') as Record<string, string>
    expect(Object.keys(told)).toEqual(['title', 'body', 'path'])
    expect(told['body']).toContain((await titleOf(course.id)) ?? '?')
    expect(told['path']).toBe(`/hi/course/${course.id}`)
    expect(mine[0]?.sender).toEqual({
      publicKey: subscription.public_key,
      audience: 'https://push.example.com',
      subject: `mailto:${server.settings.brand.supportEmail}`,
    })
    expect(mine[0]?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '14400' })
    expect(await mailsTo(learner)).toEqual([])
  })

  test('goes on by its key when that is rotated; a browser that is gone is forgotten', async () => {
    const learner = await makeLearner(server.db)
    const [kept, gone, broken] = [
      await makeBrowser(learner),
      await makeBrowser(learner),
      await makeBrowser(learner),
    ]
    for (const { subscription } of [kept, gone, broken]) {
      await save(learner, { reminded_by: 'push', browser: subscription })
    }
    await makePushKey({ db: server.db, ...deps.followed })
    const { subscription: newer } = await makeBrowser(learner)
    expect(newer.public_key).not.toBe(kept.subscription.public_key)
    gone.browser.status = 410
    broken.browser.status = 500

    await remindAt(at(tomorrow(), 19))

    const left = await server.db.select().from(pushSubscriptions)
    const endpoints = left.map(({ endpoint }) => endpoint)
    expect(endpoints).toContain(kept.subscription.endpoint)
    expect(endpoints).toContain(broken.subscription.endpoint)
    expect(endpoints).not.toContain(gone.subscription.endpoint)
    expect(service.received.at(-1)?.endpoint).toBe(kept.subscription.endpoint)
  })

  test('is for addresses of the internet, for keys of ours, and for five browsers', async () => {
    const learner = await makeLearner(server.db)
    const { subscription } = await makeBrowser(learner)
    const given = (more: object) =>
      save(learner, { reminded_by: 'push', browser: { ...subscription, ...more } })
    for (const endpoint of [
      'https://127.0.0.1/a',
      'https://push.example.com:9200/a',
      'https://localhost/a',
    ]) {
      await expect(given({ endpoint })).rejects.toMatchObject({ code: 'push_not_taken' })
    }
    await expect(given({ public_key: 'AAAA' })).rejects.toMatchObject({ code: 'push_not_taken' })
    await expect(given({ endpoint: 'http://push.example.com/a' })).rejects.toMatchObject({
      code: 'invalid_input',
    })
    await expect(given({ p256dh: 'AAAA' })).rejects.toMatchObject({ code: 'invalid_input' })
    for (let browser = 0; browser < 6; browser += 1) {
      const { subscription } = await makeBrowser(learner)
      await save(learner, { reminded_by: 'push', browser: subscription })
    }
    expect((await read(learner))?.browsers).toBe(5)
  })

  test('that waits for others is not sent any more once its plan has ended', async () => {
    const people = await Promise.all([1, 2, 3].map(() => makeLearner(server.db)))
    for (const person of people) {
      for (let browser = 0; browser < 5; browser += 1) {
        const { subscription } = await makeBrowser(person)
        await save(person, { reminded_by: 'push', browser: subscription })
      }
    }
    const before = service.received.length
    const endAll = Promise.withResolvers<void>()
    let connections = 0
    const agent = Object.assign(new Agent({ keepAlive: false }), {
      createConnection: (
        options: { servername?: string },
        onCreated: (error: null, socket: Duplex) => void,
      ) => {
        connections += 1
        if (connections === 10) {
          void Promise.all(people.map(({ id }) => endPlan(server.db, id))).then(() =>
            endAll.resolve(),
          )
        }
        void endAll.promise.then(() => onCreated(null, service.connect(options)))
      },
    })

    await remindAt(at(tomorrow(), 19), { agent })

    expect(service.received.length - before).toBe(10)
  })

  test('ends in a browser with its log-out', async () => {
    const learner = await makeLearner(server.db)
    const { subscription } = await makeBrowser(learner)
    await save(learner, { reminded_by: 'push', browser: subscription })

    await server.as(learner)(logout, {})

    const mine = eq(pushSubscriptions.learnerId, learner.id)
    expect(await server.db.$count(pushSubscriptions, mine)).toBe(0)
  })
})

test('whatever happens in whatever order, nobody is reminded twice a day, on a day with play, or after the end', async () => {
  const event = fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('job' as const), dies: fc.boolean() }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.nat(20) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('play' as const) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('end' as const) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('begin' as const) }) },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 3, maxLength: 25 }), async (events) => {
      const learner = await makeLearner(server.db)
      await save(learner)
      let now = at(tomorrow(), 12)
      let isOn = true
      const played = new Set<string>()
      const reminded: string[] = []
      const work = async (dies: boolean): Promise<void> => {
        const queued: string[] = []
        const queueMail: ReminderDependencies['queueMail'] = async (_, given) => {
          const all: Mail[] = [given].flat()
          queued.push(...all.filter(({ to }) => to === learner.email).map(() => dayInIndia(now)))
          if (dies) throw new Error('killed')
        }
        await remindAt(now, { queueMail }).then(
          () => reminded.push(...queued),
          () => undefined,
        )
      }
      for (const one of events) {
        const before = reminded.length
        if (one.kind === 'wait') now = new Date(now.getTime() + one.hours * 3_600_000)
        if (one.kind === 'play') {
          played.add(dayInIndia(now))
          await server.db
            .insert(playedDays)
            .values({ learnerId: learner.id, day: dayInIndia(now), seconds: 9 })
            .onConflictDoNothing()
        }
        if (one.kind === 'begin') {
          await save(learner)
          isOn = true
        }
        if (one.kind === 'end') {
          await endReminders(server.db, learner.id, 'mail')
          isOn = false
        }
        if (one.kind === 'job') await Promise.all([work(one.dies), work(false), work(false)])
        const news = reminded.slice(before)
        expect(news.filter((day) => !isOn || played.has(day))).toEqual([])
      }
      expect(new Set(reminded).size).toBe(reminded.length)
      await server.db.delete(studyPlans)
    }),
    { numRuns: 25 },
  )
})

test('a plan goes with its person', async () => {
  const learner = await makePerson(server)
  const { subscription } = await makeBrowser(learner)
  await save(learner, { reminded_by: 'push', browser: subscription })
  await server.db.insert(playedDays).values({ learnerId: learner.id, day: today(), seconds: 1 })

  await eraseAccount(server, learner)

  expect(await server.db.$count(studyPlans, eq(studyPlans.learnerId, learner.id))).toBe(0)
  expect(await server.db.$count(playedDays, eq(playedDays.learnerId, learner.id))).toBe(0)
  const browsers = eq(pushSubscriptions.learnerId, learner.id)
  expect(await server.db.$count(pushSubscriptions, browsers)).toBe(0)
})

async function titleOf(courseId: string): Promise<string | undefined> {
  const { rows } = await server.pool.query('select title from courses where id = $1', [courseId])
  return (rows[0] as { title: string } | undefined)?.title
}
