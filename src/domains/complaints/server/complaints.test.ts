import { eq, like, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buy } from '../../../../tests/support/buy.ts'
import {
  makeAdmin,
  makeCourse,
  makeLearner,
  makeStaff,
  type Person,
  unique,
} from '../../../../tests/support/factories.ts'
import { readOutbox } from '../../../../tests/support/read-outbox.ts'
import { startTestServer, type TestServer } from '../../../../tests/support/start-test-server.ts'
import { mails } from '../../../integrations/mail/tables.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { addDays, dayInIndia, startOfDay } from '../../../shared/india-time.ts'
import { createLimits } from '../../accounts/server/limits.ts'
import { users } from '../../accounts/server/tables.ts'
import { listMyPayments } from '../../checkout/contract.ts'
import { getChecklist, setGrievanceOfficer } from '../../operations/contract.ts'
import { listAudit } from '../../staff/contract.ts'
import { dueOn } from '../complaint.ts'
import * as contract from '../contract.ts'
import { fileComplaint } from './file-complaint.ts'
import { complaintEvents, complaintSeries, complaints } from './tables.ts'

let server: TestServer
let owner: Person
let support: Person
beforeAll(async () => {
  server = await startTestServer({ razorpay: true })
  owner = await makeAdmin(server.db)
  support = await makeStaff(server.db, 'support')
})
afterAll(() => server.close())

const about = { subject: 'course', words: 'The third lesson has no sound.' } as const
const file = (who: Person, more: object = {}) =>
  server.as(who)(contract.fileComplaint, { body: { ...about, ...more } })
const open = (id: string) => server.as(support)(contract.openComplaint, { params: { id } })

/** The token in the newest mail about a complaint. */
async function readToken(to: string): Promise<string> {
  const [newest] = await readOutbox(server, to)
  return /&token=([\w-]+)/.exec(newest?.text ?? '')?.[1] ?? ''
}

async function answer(id: string, words: string, outcome: 'explained' | null = null) {
  const { revision } = await open(id)
  const body = { revision, words, outcome }
  return server.as(support)(contract.answerComplaint, { params: { id }, body })
}

describe('a learner who complains', () => {
  test('hears the number and the day of the answer at once, by mail as well', async () => {
    const learner = await makeLearner(server.db)

    const filed = await file(learner)

    expect(filed.number).toMatch(/^C-20\d\d-\d{6}$/)
    expect(filed.due_on).toBe(dueOn(dayInIndia()))
    const [mail, ...others] = await readOutbox(server, learner.email)
    expect(others).toEqual([])
    expect(mail?.subject).toBe(`Your complaint ${filed.number} was received`)
    expect(mail?.text).toContain('Hello Meera Nair')
    expect(mail?.text).not.toContain('no sound')
    const { complaints } = await server.as(learner)(contract.listMyComplaints, {})
    expect(complaints).toMatchObject([{ ...filed, state: 'open', subject: 'course' }])
  })

  test('may name an own payment, and nobody else’s', async () => {
    const [learner, other] = [await makeLearner(server.db), await makeLearner(server.db)]
    await buy(server, learner, await makeCourse(server.db))
    const [payment] = await server.as(learner)(listMyPayments, {})
    const payment_id = payment?.id

    await expect(file(other, { payment_id })).rejects.toMatchObject({ code: 'payment_not_found' })
    const { id } = await file(learner, { payment_id })

    expect((await open(id)).payment_id).toBe(payment_id)
  })

  test('files one complaint and gets one mail, however often the call is repeated', async () => {
    const learner = await makeLearner(server.db)
    const id = newId()

    const filed = await Promise.all(Array.from({ length: 8 }, () => file(learner, { id })))

    expect(new Set(filed.map(({ number }) => number)).size).toBe(1)
    expect(await readOutbox(server, learner.email)).toHaveLength(1)
    await expect(file(await makeLearner(server.db), { id })).rejects.toMatchObject({
      code: 'complaint_not_found',
    })
  })

  test('is told of with its number to the grievance officer, without what was said', async () => {
    const email = `${unique('officer')}@example.test`
    const officer = { name: 'Lata Rao', email, phone: '+91 80 4000 0001' }
    await server.as(owner)(setGrievanceOfficer, { body: officer })
    const learner = await makeLearner(server.db)

    const { number } = await file(learner)

    const [mail] = await readOutbox(server, email)
    expect(mail?.subject).toContain(number)
    expect(mail?.text).not.toContain('no sound')
    expect((await readOutbox(server, learner.email))[0]?.text).toContain('Lata Rao')
  })

  test('is told of to the grievance officer in English, whatever language who complains reads', async () => {
    const email = `${unique('officer')}@example.test`
    const officer = { name: 'Lata Rao', email, phone: '+91 80 4000 0001' }
    await server.as(owner)(setGrievanceOfficer, { body: officer })
    const learner = await makeLearner(server.db)
    const id = newId()
    const post = async (path: string, body: object) => {
      const answer = await server.fetch(`/api/complaints${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${learner.token}`,
          'accept-language': 'hi',
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      })
      expect(answer.status).toBe(200)
    }

    await post('', { ...about, id })
    const { number } = await open(id)
    await answer(id, 'It has sound.', 'explained')
    await post(`/${id}/replies`, { words: 'It has none.' })

    const told = await readOutbox(server, email)
    const subject = new RegExp(`^Complaint ${number} waits for an answer by `)
    expect(told.map((mail) => mail.subject)).toEqual([
      expect.stringMatching(subject),
      expect.stringMatching(subject),
    ])
  })
})

describe('a visitor who complains', () => {
  const visitor = () => ({ name: 'Vani Iyer', email: `${unique('visitor')}@example.test` })

  test('proves nothing: all is the same whether the address has an account or not', async () => {
    const learner = await makeLearner(server.db)
    const { name, email } = visitor()
    const ask = (email: string) =>
      server.visitor(contract.fileComplaint, { body: { ...about, name, email } })

    const [known, unknown] = [await ask(learner.email), await ask(email)]

    expect(Object.keys(known)).toEqual(Object.keys(unknown))
    const told = await Promise.all([learner.email, email].map((to) => readOutbox(server, to)))
    const words = told.map(([mail]) => mail?.text.replaceAll(/C-\d+-\d+|id=\S+/g, ''))
    expect(words[0]).toBe(words[1])
    expect(words[0]).not.toContain(name)
    const { complaints } = await server.as(learner)(contract.listMyComplaints, {})
    expect(complaints).toEqual([])
    expect((await open(known.id)).learner_id).toBeNull()
  })

  test.each([
    ['a name with a line break', { name: 'Vani\r\nBcc: all@example.test' }],
    ['an address with a line break', { email: 'a@example.test\r\nBcc: all@example.test' }],
    ['no name', { name: undefined }],
    ['no address', { email: undefined }],
    ['a payment', { payment_id: newId() }],
    ['no words', { words: '  ' }],
  ])('is refused with %s, and no number is used up', async (_, wrong) => {
    const before = await server.db.select().from(complaintSeries)

    await expect(
      server.visitor(contract.fileComplaint, { body: { ...about, ...visitor(), ...wrong } }),
    ).rejects.toMatchObject({ name: 'ApiError' })

    expect(await server.db.select().from(complaintSeries)).toEqual(before)
  })

  test('cannot flood an inbox, and slows no learner of the same network', async () => {
    const body = { ...about, ...visitor() }
    const ask = () => server.visitor(contract.fileComplaint, { body })
    for (let times = 1; times <= 5; times += 1) await ask()

    await expect(ask()).rejects.toMatchObject({ code: 'too_many_tries' })

    expect(await readOutbox(server, body.email)).toHaveLength(5)
    await file(await makeLearner(server.db))
  })
})

describe('who complained', () => {
  test('reads the answer, replies by the link of the mail, and has a month anew', async () => {
    const email = `${unique('visitor')}@example.test`
    const { id, number } = await server.visitor(contract.fileComplaint, {
      body: { ...about, name: 'Vani Iyer', email },
    })
    await server.db
      .update(complaints)
      .set({ dueOn: addDays(dayInIndia(), 3) })
      .where(eq(complaints.id, id))
    await answer(id, 'It has <b>sound</b>.\n\nPlease look.', 'explained')

    const [mail] = await readOutbox(server, email)
    expect(mail?.subject).toBe(`An answer to your complaint ${number}`)
    expect(mail?.html).toContain('&lt;b&gt;sound&lt;/b&gt;')
    const token = await readToken(email)
    const seen = await server.visitor(contract.getComplaint, { params: { id }, query: { token } })
    expect(seen).toMatchObject({ state: 'closed', outcome: 'explained' })
    expect(seen.events.map(({ kind }) => kind)).toEqual(['filed', 'closed'])
    const body = { token, words: 'It has none.' }
    const again = await server.visitor(contract.replyToComplaint, { params: { id }, body })
    expect(again).toMatchObject({ state: 'open', outcome: null, due_on: dueOn(dayInIndia()) })
    expect(again.events.at(-1)).toMatchObject({ kind: 'reopened', is_of_academy: false })
  })

  test('is answered where their account is by then; of a child the parent is', async () => {
    const [learner, parent] = [await makeLearner(server.db), await makeLearner(server.db)]
    const login = `${unique('child')}@child.invalid`
    const child = await makeLearner(server.db, { email: login, parentId: parent.id })
    const filed = [await file(learner), await file(child)]
    const email = `${unique('moved')}@example.test`
    await server.db.update(users).set({ email }).where(eq(users.id, learner.id))

    for (const { id } of filed) await answer(id, 'It has sound now.')

    const answers = async (to: string) =>
      (await readOutbox(server, to)).filter(({ text }) => text.includes('It has sound now.'))
    expect(await answers(learner.email)).toEqual([])
    expect(await answers(email)).toHaveLength(1)
    expect(await answers(parent.email)).toHaveLength(1)
  })

  test('and nobody else sees the complaint or says anything in it', async () => {
    const [learner, stranger] = [await makeLearner(server.db), await makeLearner(server.db)]
    const [{ id }, other] = [await file(learner), await file(stranger)]
    const token = await readToken(stranger.email)
    expect(other.id).not.toBe(id)

    for (const ask of [server.visitor, server.as(stranger)]) {
      for (const given of [undefined, token, 'none', '']) {
        await expect(
          ask(contract.getComplaint, { params: { id }, query: { token: given } }),
        ).rejects.toMatchObject({ code: 'complaint_not_found' })
        await expect(
          ask(contract.replyToComplaint, { params: { id }, body: { token: given, words: 'x' } }),
        ).rejects.toMatchObject({ code: 'complaint_not_found' })
      }
    }

    expect((await open(id)).events).toHaveLength(1)
  })
})

describe('who sends again what may have arrived, as its answer was lost,', () => {
  test('files one complaint, as it is told now: other words are added, and those said last once', async () => {
    const learner = await makeLearner(server.db)
    const id = newId()
    const first = await file(learner, { id })

    const again = { id, subject: 'payment', words: 'The third lesson has no sound at all.' }
    const filed = [await file(learner, again), await file(learner, again)]

    expect(filed.map(({ number }) => number)).toEqual([first.number, first.number])
    const { subject, events } = await open(id)
    expect(subject).toBe('payment')
    expect(events.map(({ kind, words }) => ({ kind, words }))).toEqual([
      { kind: 'filed', words: about.words },
      { kind: 'added', words: again.words },
    ])
    expect(await readOutbox(server, learner.email)).toHaveLength(1)
  })

  test('changes nothing by the same complaint after it was answered', async () => {
    const learner = await makeLearner(server.db)
    const id = newId()
    await file(learner, { id })
    await answer(id, 'It has sound now.')

    await file(learner, { id })

    const { events } = await open(id)
    expect(events.map(({ kind }) => kind)).toEqual(['filed', 'answered'])
  })

  test('adds a reply once, and says the same again after an answer', async () => {
    const learner = await makeLearner(server.db)
    const { id } = await file(learner)
    const reply = () =>
      server.as(learner)(contract.replyToComplaint, {
        params: { id },
        body: { words: 'It has none.' },
      })

    await Promise.all([reply(), reply()])
    await answer(id, 'It has sound now.')
    await reply()
    const { events } = await reply()

    expect(events.map(({ kind }) => kind)).toEqual(['filed', 'added', 'answered', 'reopened'])
  })
})

test('the short address leads on to the form, with what stands behind it', async () => {
  const answer = await server.fetch('/complaint?id=1&token=a', { redirect: 'manual' })

  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toBe('/admin/complaint?id=1&token=a')
})

describe('the office', () => {
  test('answers once: of two answers at the same moment one is refused, and one is mailed', async () => {
    const learner = await makeLearner(server.db)
    const { id } = await file(learner)
    const { revision } = await open(id)
    const body = { revision, words: 'We look.', outcome: null }

    const tried = await Promise.allSettled(
      Array.from({ length: 6 }, () =>
        server.as(support)(contract.answerComplaint, { params: { id }, body }),
      ),
    )

    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await readOutbox(server, learner.email)).toHaveLength(2)
  })

  test('gives a complaint to who may work on it, and the audit log has it', async () => {
    const { id, number } = await file(await makeLearner(server.db))
    const teacher = await makeStaff(server.db, 'teacher')
    const assign = (staff_id: string, revision: number) =>
      server.as(support)(contract.assignComplaint, { params: { id }, body: { revision, staff_id } })

    await expect(assign(teacher.id, 1)).rejects.toMatchObject({ code: 'staff_not_found' })
    const given = await assign(support.id, 1)
    await answer(id, 'Done.', 'explained')

    expect(given).toMatchObject({ assigned_to: 'Kavya Menon', assignee_id: support.id })
    const { entries } = await server.as(owner)(listAudit, { query: { search: id } })
    expect(entries).toMatchObject([
      { subject: { kind: 'complaint' }, after: { number, state: 'closed' } },
      { after: { assigned_to: support.id } },
      { outcome: 'failed' },
    ])
  })

  test('lists what waits by the day it is due, page by page, and counts what is late', async () => {
    const before = await server.as(support)(contract.countDueComplaints, {})
    const made = await Promise.all([1, 2, 3].map(async () => file(await makeLearner(server.db))))
    const days = [addDays(dayInIndia(), -2), addDays(dayInIndia(), -1), dayInIndia()]
    for (const [place, { id }] of made.entries()) {
      await server.db
        .update(complaints)
        .set({ dueOn: days[place] ?? '' })
        .where(eq(complaints.id, id))
    }
    const ids: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await server.as(support)(contract.listComplaints, {
        query: { limit: 2, cursor },
      })
      ids.push(...page.complaints.map(({ id }) => id))
      if (page.next_cursor === null) break
      cursor = page.next_cursor
    }

    expect(ids.slice(0, 3)).toEqual(made.map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
    const counted = await server.as(support)(contract.countDueComplaints, {})
    expect(counted).toEqual({ overdue: before.overdue + 2, due: before.due + 1 })
    const late = await server.as(support)(contract.listComplaints, { query: { filter: 'overdue' } })
    expect(late.complaints.every(({ is_overdue }) => is_overdue)).toBe(true)
    const { items } = await server.as(owner)(getChecklist, {})
    expect(items.find(({ item }) => item === 'grievance_officer')).toMatchObject({
      state: 'failing',
      sentence: '2 complaints are past the day by which the law asks for an answer.',
    })
  })
})

test('numbers have no gaps, and each complaint one acknowledgement, though processes die in between', async () => {
  const learner = await makeLearner(server.db)
  const deps = {
    ...server.checkout,
    db: server.db,
    brand: server.settings.brand,
    publicUrl: () => 'https://academy.test',
    unsubscribeKey: server.secrets.unsubscribeKey,
    languages: [],
    limits: createLimits(server.pool),
    findGrievanceOfficer: async () => null,
  }
  const dies = new Set<string>()
  const fileOnce = (id: string) =>
    fileComplaint(
      {
        ...deps,
        queueMail: async (db, mail) => {
          await deps.queueMail(db, mail)
          // The process is gone before its transaction commits.
          if (dies.has(id)) await db.execute(sql`select pg_terminate_backend(pg_backend_pid())`)
        },
      },
      { ...about, id, learnerId: learner.id, name: 'M', email: learner.email, orderId: null },
    )
  const ids = Array.from({ length: 20 }, newId)
  for (const [place, id] of ids.entries()) if (place % 3 === 0) dies.add(id)

  const first = await Promise.allSettled(ids.map(fileOnce))
  const died = first.filter(({ status }) => status === 'rejected').length
  dies.clear()
  await Promise.all(ids.map(fileOnce))

  expect(died).toBe(7)
  const rows = await server.db.select().from(complaints)
  const numbers = rows.map(({ number }) => number).toSorted((a, b) => a - b)
  expect(numbers).toEqual(rows.map((_, place) => place + 1))
  const acknowledged = await server.db
    .select()
    .from(mails)
    .where(like(mails.cause, 'complaint:%:filed'))
  expect(acknowledged.map(({ cause }) => String(cause)).toSorted()).toEqual(
    rows.map(({ id }) => `complaint:${id}:filed`).toSorted(),
  )
})

test('a month is never longer than the law’s month, nor its 90 days', () => {
  const days = fc.integer({ min: 0, max: 3_650 }).map((n) => addDays('2026-01-01', n))
  fc.assert(
    fc.property(days, (day) => {
      const due = dueOn(day)
      const inDays = (startOfDay(due).getTime() - startOfDay(day).getTime()) / 86_400_000
      expect(inDays).toBeGreaterThanOrEqual(28)
      expect(inDays).toBeLessThanOrEqual(31)
      expect(Number(due.slice(8))).toBeLessThanOrEqual(Number(day.slice(8)))
    }),
  )
  expect(dueOn('2027-01-31')).toBe('2027-02-28')
  expect(dueOn('2026-12-15')).toBe('2027-01-15')
})

test('however answers and replies come, a complaint stands as the last of them says', async () => {
  const acts = fc.array(fc.constantFrom('file', 'reply', 'other reply', 'answer', 'close'), {
    minLength: 1,
    maxLength: 6,
  })
  await fc.assert(
    fc.asyncProperty(acts, async (acts) => {
      const learner = await makeLearner(server.db)
      const { id } = await file(learner)
      await Promise.all(
        acts.map((act) => {
          if (act === 'file') return file(learner, { id, words: 'x' })
          if (act === 'answer' || act === 'close') {
            return answer(id, 'y', act === 'close' ? 'explained' : null).catch(() => undefined)
          }
          const body = { words: act === 'reply' ? 'x' : 'z' }
          return server.as(learner)(contract.replyToComplaint, { params: { id }, body })
        }),
      )

      const [row] = await server.db.select().from(complaints).where(eq(complaints.id, id))
      const events = await server.db
        .select()
        .from(complaintEvents)
        .where(eq(complaintEvents.complaintId, id))
        .orderBy(complaintEvents.id)
      const said = events.map(({ staffId, words }) => (staffId === null ? words : null))
      expect(said.filter((words, at) => words !== null && words === said[at - 1])).toEqual([])
      const last = events.at(-1)?.kind
      const meant = last === 'answered' || last === 'closed' ? last : 'open'
      expect(row).toMatchObject({ state: meant, revision: events.length })
    }),
    { numRuns: 15 },
  )
})
