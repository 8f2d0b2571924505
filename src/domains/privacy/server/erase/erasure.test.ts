import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { buy, eventually, listSandbox, pay } from '../../../../../tests/support/buy.ts'
import {
  completeCourse,
  type MadeCourse,
  makeAdmin,
  makeCourse,
  makeLearner,
  type Person,
  unique,
  watchCourse,
} from '../../../../../tests/support/factories.ts'
import { readCode, readOutbox } from '../../../../../tests/support/read-outbox.ts'
import { startTestServer, type TestServer } from '../../../../../tests/support/start-test-server.ts'
import {
  databaseUrl,
  dropDatabase,
  openDatabaseAgain,
} from '../../../../../tests/support/test-database.ts'
import { findMark, lifePassword, liveWholeLife } from '../../../../../tests/support/whole-life.ts'
import { backUp } from '../../../../platform/backup/back-up.ts'
import { fileSource } from '../../../../platform/backup/backup-source.ts'
import { verifyBackup } from '../../../../platform/backup/read-backup-file.ts'
import { restore } from '../../../../platform/backup/restore.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { academyMigrations, migrate } from '../../../../platform/database/migrate.ts'
import { login, readProfile, signUp, verifySignUp } from '../../../accounts/contract.ts'
import { hashPassword } from '../../../accounts/server/passwords.ts'
import { getBadge, getCertificate, verifyCertificate } from '../../../certificates/contract.ts'
import { createOrder, verifyPayment } from '../../../checkout/contract.ts'
import { performRefunds } from '../../../checkout/server/refunds/perform-refunds.ts'
import { requestRefund } from '../../../checkout/server/refunds/request-refund.ts'
import { reconcileOrders } from '../../../checkout/server/settling/reconcile-orders.ts'
import { getLearner, giveCourse } from '../../../learners/contract.ts'
import { forgetOldRows } from '../../../operations/server/old-rows/forget-old-rows.ts'
import { createRecordAuditEvent } from '../../../staff/server/record-audit-event.ts'
import { putMyTaxDetails, putTaxSettings } from '../../../tax/contract.ts'
import {
  cancelErasure,
  cancelErasureByLink,
  readErasure,
  requestErasure,
  requestErasureCode,
} from '../../contract.ts'
import { readNotes } from './erasure-notes.ts'
import { replayErasures } from './replay-erasures.ts'
import { type RunDependencies, runErasures } from './run-erasures.ts'

let server: TestServer
let owner: Person
let passwordHash = ''
beforeAll(async () => {
  server = await startTestServer({ razorpay: true })
  owner = await makeAdmin(server.db)
  passwordHash = await hashPassword(lifePassword)
})
afterAll(() => server.close())

async function ask<Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> {
  return (await server.pool.query(text, values)).rows as Row[]
}

/** Who has a password and says where they live, as an academy that is registered for tax asks. */
async function makePerson(overrides: { email?: string; name?: string } = {}): Promise<Person> {
  const person = await makeLearner(server.db, { passwordHash, ...overrides })
  await ask(`insert into buyer_tax_details (learner_id, state_code) values ($1, '32')`, person.id)
  return person
}

function jobs(overrides: Partial<RunDependencies> = {}): RunDependencies {
  const { db, media, settings, checkout } = server
  return {
    db,
    media,
    brand: settings.brand,
    queueMail: checkout.queueMail,
    recordAct: createRecordAuditEvent(db),
    places: async () => ({ dataDir: settings.dataDir, backups: null }),
    ...overrides,
  }
}

const requested = { password: lifePassword, keeps_certificates: false }

/** As if the week were over, or what is waited for. */
async function letTimePass({ id }: Pick<Person, 'id'>): Promise<void> {
  await ask(
    `update erasures set requested_at = now() - interval '8 days', due_at = now() - interval '1 day',
       next_attempt_at = case when finished_at is null then now() end where learner_id = $1`,
    id,
  )
}

async function erase(person: Person, keeps = false): Promise<void> {
  await server.as(person)(requestErasure, { body: { ...requested, keeps_certificates: keeps } })
  await carryOut(person)
  expect(await readState(person)).toBe('done')
}

/** All steps, and the last look ten minutes later. */
async function carryOut(person: Person, deps = jobs()): Promise<void> {
  for (const _ of ['steps', 'last look']) {
    await letTimePass(person)
    await runErasures(deps)
  }
}

async function readState({ id }: Person): Promise<'none' | 'waits' | 'done'> {
  const [row] = await ask<{ finished_at: Date | null }>(
    'select finished_at from erasures where learner_id = $1',
    id,
  )
  if (!row) return 'none'
  return row.finished_at ? 'done' : 'waits'
}

async function readLink(person: Person): Promise<string> {
  const mails = await readOutbox(server, person.email)
  const text = mails.map((mail) => mail.text).find((one) => one.includes('/admin/keep-account'))
  return /\?token=([\w-]+)/.exec(text ?? '')?.[1] ?? ''
}

describe('who wants to be forgotten', () => {
  test('gives their password, is mailed, and nothing happens for a week', async () => {
    const person = await makePerson()

    await expect(
      server.as(person)(requestErasure, { body: { ...requested, password: 'a wrong one' } }),
    ).rejects.toMatchObject({ code: 'password_wrong' })
    await server.as(person)(requestErasure, { body: requested })
    await runErasures(jobs())

    const shown = await server.as(owner)(getLearner, { params: { id: person.id } })
    expect(shown.erasure).toMatchObject({ is_done: false })
    const { erasure } = await server.as(person)(readErasure, {})
    const days = (Date.parse(erasure?.due_at ?? '') - Date.now()) / 86_400_000
    expect(days).toBeCloseTo(7, 1)
    expect((await server.as(person)(readProfile, {})).user.email).toBe(person.email)
    expect((await readOutbox(server, person.email))[0]?.subject).toBe(
      'Your account is going to be deleted',
    )
  })

  test('takes it back by the button or by the link in the mail, once', async () => {
    const person = await makePerson()
    await server.as(person)(requestErasure, { body: requested })
    await server.as(person)(cancelErasure, {})
    expect(await readState(person)).toBe('none')
    await server.as(person)(requestErasure, { body: requested })
    const token = await readLink(person)

    await server.visitor(cancelErasureByLink, { body: { token } })

    await expect(server.visitor(cancelErasureByLink, { body: { token } })).rejects.toMatchObject({
      code: 'erasure_link_unusable',
    })
    await carryOut(person)
    expect((await server.as(person)(readProfile, {})).user.name).toBe('Meera Nair')
  })

  test('without a password enters a mailed code, which ten wrong tries spend', async () => {
    const person = await makeLearner(server.db)
    const keeps_certificates = false
    const enter = (code: string) =>
      server.as(person)(requestErasure, { body: { code, keeps_certificates } })
    await expect(enter('12345678')).rejects.toMatchObject({ code: 'code_expired' })
    await server.as(person)(requestErasureCode, {})
    const [mail] = await readOutbox(server, person.email)
    const code = /^\d{8}$/m.exec(mail?.text ?? '')?.[0] ?? ''
    const wrong = code.startsWith('1') ? '22222222' : '11111111'
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => enter(wrong)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toEqual([])
    await expect(enter(code)).rejects.toMatchObject({ code: 'code_spent' })

    await server.as(person)(requestErasureCode, {})
    const [next] = await readOutbox(server, person.email)
    await enter(/^\d{8}$/m.exec(next?.text ?? '')?.[0] ?? '')

    expect(await readState(person)).toBe('waits')
  })

  test('and works here hears what to do first', async () => {
    const staff = await makeAdmin(server.db, { passwordHash })
    expect((await server.as(staff)(readErasure, {})).waits_for).toMatch(/You work here/)
    await expect(server.as(staff)(requestErasure, { body: requested })).rejects.toMatchObject({
      code: 'erasure_of_staff',
      message: expect.stringContaining('the last owner'),
    })
  })

  test('waits for a refund that is under way, and hears so', async () => {
    const person = await makePerson()
    const course = await makeCourse(server.db)
    const { razorpay_payment_id: paymentId } = await buy(server, person, course)
    const [order] = await ask<{ id: string }>(
      'select id from orders where razorpay_payment_id = $1',
      paymentId,
    )
    await ask(
      `insert into refunds (id, order_id, razorpay_payment_id, amount_in_paise, idempotency_key, cause, status)
       values (gen_random_uuid(), $1, 'pay_other', 100, gen_random_uuid(), 'duplicate', 'pending')`,
      order?.id,
    )
    await server.as(person)(requestErasure, { body: requested })

    await carryOut(person)

    expect(await readState(person)).toBe('waits')
    expect((await server.as(person)(readErasure, {})).waits_for).toMatch(/refund is on its way/)
    await ask(`update refunds set status = 'processed' where razorpay_payment_id = 'pay_other'`)
    await carryOut(person)
    expect(await readState(person)).toBe('done')
  })
})

describe('who was forgotten', () => {
  test('cannot log in, is given nothing, and signs up anew as a stranger', async () => {
    const person = await makePerson()
    const course = await makeCourse(server.db)
    await buy(server, person, course)

    await erase(person)

    await expect(server.as(person)(readProfile, {})).rejects.toMatchObject({ status: 401 })
    await expect(
      server.visitor(login, { body: { email: person.email, password: lifePassword } }),
    ).rejects.toMatchObject({ code: 'credentials_wrong' })
    await expect(
      server.as(owner)(giveCourse, {
        params: { id: person.id },
        body: { course_id: course.id, reason: 'Again' },
      }),
    ).rejects.toMatchObject({ code: 'learner_erased' })
    const password = 'another good password'
    const { email } = person
    await server.visitor(signUp, {
      body: { email, name: 'A Stranger', password, confirm_password: password },
    })
    const { user } = await server.visitor(verifySignUp, {
      body: { email, verification_code: await readCode(server, email) },
    })
    expect(user).toMatchObject({ name: 'A Stranger', purchased_courses: [] })
    expect(user.id).not.toBe(person.id)
  })

  test('has a certificate without a name, whose badge is withdrawn, unless they keep it', async () => {
    const course = await makeCourse(server.db)
    const certify = async () => {
      const person = await makePerson({ name: 'Leela Varma' })
      await completeCourse(server.db, person, course)
      const params = { course_id: course.id }
      const { certificate_id } = await server.as(person)(getCertificate, { params })
      await server.visitor(getBadge, { params: { certificate_id } })
      return { person, certificate_id }
    }
    const [gone, kept] = [await certify(), await certify()]

    await erase(gone.person)
    await erase(kept.person, true)

    const verify = (certificate_id: string) =>
      server.visitor(verifyCertificate, { params: { certificate_id } })
    expect(await verify(gone.certificate_id)).toMatchObject({ user_name: '', revoked: false })
    expect(await verify(kept.certificate_id)).toMatchObject({ user_name: 'Leela Varma' })
    await expect(
      server.visitor(getBadge, { params: { certificate_id: gone.certificate_id } }),
    ).rejects.toMatchObject({ code: 'certificate_withdrawn' })
    await server.visitor(getBadge, { params: { certificate_id: kept.certificate_id } })
  })

  test('stays on an invoice to a business until its eight years are over, and on no other', async () => {
    const seller = { legal_name: 'Academy', address: 'Bengaluru', state: '29', sac: '999293' }
    await server.as(owner)(putTaxSettings, { body: { ...seller, gstin: '29AAGCB7383J1Z4' } })
    const course = await makeCourse(server.db)
    const business = await makePerson()
    await server.as(business)(putMyTaxDetails, {
      body: {
        state: '27',
        gstin: '27AAPFU0939F1ZV',
        business_name: 'Usha Films LLP',
        address: '4 Marine Drive, Mumbai',
      },
    })
    const learner = await makePerson()
    for (const person of [business, learner]) {
      await buy(server, person, course)
      await erase(person)
    }

    const read = ({ id }: Person) =>
      ask(
        `select buyer_name, buyer_email, buyer_address, buyer_gstin, buyer_state,
                extract(year from buyer_kept_until)::int - extract(year from issued_at)::int as years
           from tax_documents where learner_id = $1`,
        id,
      )
    expect(await read(business)).toEqual([
      {
        buyer_name: 'Usha Films LLP',
        buyer_email: '',
        buyer_address: '4 Marine Drive, Mumbai',
        buyer_gstin: '27AAPFU0939F1ZV',
        buyer_state: '27',
        years: 9, // of a year that began in April
      },
    ])
    expect(await read(learner)).toEqual([
      expect.objectContaining({ buyer_name: '', buyer_gstin: null, years: null }),
    ])
    await atTheEndOfKeeping(business)
    await forgetOldRows(server.db)
    expect(await read(business)).toEqual([
      expect.objectContaining({ buyer_name: '', buyer_address: null, buyer_gstin: null }),
    ])
  })

  test('gets back what they pay afterwards, and nobody is written to', async () => {
    const person = await makePerson()
    const course = await makeCourse(server.db)
    const order = await server.as(person)(createOrder, { body: { course_id: course.id } })
    await ask(
      `update orders set created_at = now() - interval '2 days' where learner_id = $1`,
      person.id,
    )
    await erase(person)

    await pay(server, order.order_id, { webhook: 'now' })

    const paid = await eventually(
      () => ask<{ status: string }>('select status from orders where learner_id = $1', person.id),
      ([row]) => row?.status === 'refunded',
    )
    expect(paid).toHaveLength(1)
    expect(await ask('select from entitlements where learner_id = $1', person.id)).toEqual([])
    const [{ id } = { id: '' }] = await ask<{ id: string }>(
      'select razorpay_payment_id as id from orders where learner_id = $1',
      person.id,
    )
    const refunds = await eventually(
      async () => {
        await performRefunds(server.checkout)
        const all = await listSandbox<{ payment_id: string }>(server, 'refunds')
        return all.filter(({ payment_id }) => payment_id === id)
      },
      (found) => found.length > 0,
    )
    expect(refunds).toHaveLength(1)
    expect(await ask(`select from mails where recipient like '%erased.invalid'`)).toEqual([])
    expect(await readOutbox(server, person.email)).toEqual([])
  })

  test('leaves a word in the audit log of what was done, without a name', async () => {
    const person = await makePerson()
    await erase(person)

    const [act] = await ask<{ after: Record<string, number>; searched: string }>(
      `select after, searched from audit_log where subject_kind = 'erasure' order by id desc limit 1`,
    )
    expect(act?.after).toMatchObject({ users: 1, buyer_tax_details: 1 })
    expect(act?.searched).not.toContain(person.email)
  })
})

describe('what is only ever added to', () => {
  test('is opened by nobody for somebody whose time has not come', async () => {
    const { person } = await liveWholeLife(server, owner, 'mrkshut')
    await expect(ask('select anonymise_person($1)', person.id)).rejects.toThrow(/no erasure/)
    await server.as(person)(requestErasure, { body: requested })
    await expect(ask('select anonymise_person($1)', person.id)).rejects.toThrow(/no erasure/)
    await expect(
      ask(`update erasures set due_at = now() where learner_id = $1`, person.id),
    ).rejects.toThrow(/erasures_cooling_off/)
    const [{ id } = { id: '' }] = await ask<{ id: string }>(
      'select id from erasures where learner_id = $1',
      person.id,
    )
    for (const change of [
      `update audit_log set reason = 'x' where subject_id = '${person.id}'`,
      `update access_ledger set reason = 'x' where learner_id = '${person.id}'`,
      `update tax_documents set buyer_name = 'x' where learner_id = '${person.id}'`,
      `update order_events set outcome = 'x' where order_id in (select id from orders where learner_id = '${person.id}')`,
    ]) {
      await expect(
        server.db.transaction(async (db) => {
          await db.execute(sql`select set_config('academy.erasing', ${id}, true)`)
          await db.execute(sql.raw(change))
        }),
      ).rejects.toThrow(/Failed query/)
    }
    await server.as(person)(cancelErasure, {})
  })

  test('keeps sums, numbers and dates also while it is opened', async () => {
    const { person } = await liveWholeLife(server, owner, 'mrkopen')
    await server.as(person)(requestErasure, { body: requested })
    await letTimePass(person)
    const [{ id } = { id: '' }] = await ask<{ id: string }>(
      'select id from erasures where learner_id = $1',
      person.id,
    )
    for (const change of [
      `update audit_log set act = 'x' where subject_id = '${person.id}'`,
      `delete from audit_log where subject_id = '${person.id}'`,
      `update access_ledger set change = 'revocation' where learner_id = '${person.id}'`,
      `update tax_documents set amount_in_paise = 1 where learner_id = '${person.id}'`,
      `delete from tax_documents where learner_id = '${person.id}'`,
    ]) {
      await expect(
        server.db.transaction(async (db) => {
          await db.execute(sql`select set_config('academy.erasing', ${id}, true)`)
          await db.execute(sql.raw(change))
        }),
      ).rejects.toThrow(/Failed query/)
    }
    await carryOut(person)
  })
})

test('a backup from before is brought back without whoever was forgotten since', async () => {
  const mark = 'mrkback'
  const { person } = await liveWholeLife(server, owner, mark)
  const folder = await mkdtemp(join(tmpdir(), 'academy-erasures-'))
  const name = unique('restored').replace('-', '_')
  const path = join(folder, 'backup')
  await backUp({ databaseUrl: server.url, dataDir: join(folder, 'none'), path })
  await erase(person)
  const places = { dataDir: server.settings.dataDir, backups: null }
  const notes = await readNotes(places)
  expect(JSON.stringify(notes)).not.toContain(mark)

  await server.pool.query(`create database ${name}`)
  const url = databaseUrl(inject('databaseServerUrl'), name)
  const restored = openDatabaseAgain(url)
  try {
    const content = await verifyBackup(fileSource(path), {})
    await restore({
      databaseUrl: url,
      dataDir: join(folder, 'restored'),
      migrations: academyMigrations.folder,
      source: fileSource(path),
      content,
    })
    await migrate(restored.pool, academyMigrations)
    expect(await findMark(restored, mark)).not.toEqual([])

    const { media, settings } = server
    const deps = { db: restored.db, media, brand: settings.brand }
    expect(await replayErasures(deps, places)).toBeGreaterThanOrEqual(1)

    expect(await findMark(restored, mark)).toEqual([])
    expect(await replayErasures(deps, places)).toBe(0)
  } finally {
    await restored.close()
    await dropDatabase(name)
    await rm(folder, { recursive: true, force: true })
  }
})

const events = [
  'order',
  'pay',
  'verify',
  'refund',
  'ask',
  'play',
  'request',
  'take back',
  'run',
  'age',
] as const
type Event = (typeof events)[number]

test('whatever comes in which order, and wherever a process dies: money adds up and nobody is half forgotten', {
  timeout: 300_000,
}, async () => {
  const anyEvent = fc.record({
    event: fc.constantFrom(...events),
    /** At which commit from then on the process dies; 0: it lives. */
    diesAt: fc.constantFrom(0, 0, 1, 2, 3),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(anyEvent, { minLength: 5, maxLength: 16 }), async (steps) => {
      const mark = unique('mrkany').replaceAll('-', '')
      const world = await makeWorld(mark)
      for (const { event, diesAt } of steps) await happen(world, event, diesAt)

      await settle(world)

      const isErased = (await readState(world.person)) === 'done'
      expect(isErased).toBe(world.isRequested)
      expect((await findMark(server, mark)).length > 0).toBe(!isErased)
      await expectMoneyAddsUp(world)
    }),
    { numRuns: Number(process.env['FAST_CHECK_RUNS'] ?? 12) },
  )
})

interface World {
  person: Person
  course: MadeCourse
  isPlayed: boolean
  razorpayOrderIds: string[]
  paid: { razorpay_order_id: string; razorpay_payment_id: string; razorpay_signature: string }[]
  isRequested: boolean
}

async function makeWorld(mark: string): Promise<World> {
  const person = await makePerson({ email: `${mark}@example.test`, name: `Asha ${mark}` })
  return {
    person,
    course: await makeCourse(server.db),
    isPlayed: false,
    razorpayOrderIds: [],
    paid: [],
    isRequested: false,
  }
}

class Killed extends Error {}

/** A database whose process dies at one of the commits to come, before it is made. */
function mortal(diesAt: number): Database {
  let commits = 0
  const dies = () => {
    commits += 1
    return diesAt > 0 && commits === diesAt
  }
  return new Proxy(server.db, {
    get: (target, name) => {
      if (name !== 'transaction') return Reflect.get(target, name)
      const transaction: Database['transaction'] = (work, config) =>
        target.transaction(async (db) => {
          const result = await work(db)
          if (dies()) throw new Killed()
          return result
        }, config)
      return transaction
    },
  })
}

/** Refusals are fine; anything else is not. */
async function happen(world: World, event: Event, diesAt: number): Promise<void> {
  const { person, course } = world
  const as = server.as(person)
  const tolerate = (error: unknown) => {
    if (
      error instanceof Killed ||
      (error instanceof Error && 'status' in error && error.status !== 500)
    )
      return
    throw error
  }
  const doings: Record<Event, () => Promise<unknown>> = {
    order: async () => {
      const { order_id } = await as(createOrder, { body: { course_id: course.id } })
      world.razorpayOrderIds.push(order_id)
    },
    pay: async () => {
      const id = world.razorpayOrderIds.at(-1)
      if (id === undefined || world.paid.some((one) => one.razorpay_order_id === id)) return
      world.paid.push(await pay(server, id, { webhook: diesAt > 0 ? 'twice' : 'never' }))
    },
    verify: async () => {
      const body = world.paid.at(-1)
      if (body) await as(verifyPayment, { body })
    },
    refund: async () => {
      const [order] = await ask<{ id: string }>(
        `select id from orders where learner_id = $1 and status = 'completed'`,
        person.id,
      )
      if (order) await requestRefund(server.checkout, { orderId: order.id })
      await performRefunds(server.checkout)
    },
    ask: async () => {
      await ask('update orders set next_check_at = now() where learner_id = $1', person.id)
      await reconcileOrders(server.checkout)
    },
    play: async () => {
      if (!world.isPlayed) await watchCourse(server.db, person, course)
      world.isPlayed = true
    },
    request: async () => {
      await as(requestErasure, { body: requested })
      world.isRequested = true
    },
    'take back': async () => {
      await as(cancelErasure, {})
      world.isRequested = (await readState(person)) !== 'none'
    },
    run: async () => {
      await letTimePass(person)
      await runErasures(jobs({ db: mortal(diesAt) }))
    },
    age: () =>
      ask(
        `update orders set created_at = created_at - interval '2 days' where learner_id = $1`,
        person.id,
      ),
  }
  await doings[event]().catch(tolerate)
}

/** All that is due has been done, and all is old. */
async function settle(world: World): Promise<void> {
  const { person } = world
  for (let round = 0; round < 4; round += 1) {
    await happen(world, 'age', 0)
    await happen(world, 'ask', 0)
    await ask(
      `update refunds set next_attempt_at = now() where status <> 'processed'
         and order_id in (select id from orders where learner_id = $1)`,
      person.id,
    )
    await performRefunds(server.checkout)
    await carryOut(person)
  }
}

/** Each captured payment opened the course or went back, once; the books say the same. */
async function expectMoneyAddsUp({ person }: World): Promise<void> {
  const [sums] = await ask<{ kept: string; open: string; paid: string }>(
    `select coalesce(sum(paid_in_paise - refunded_in_paise - lost_in_paise), 0) as kept,
            (select coalesce(sum(amount_in_paise), 0) from orders
              where learner_id = $1 and status = 'completed') as open,
            (select count(*) from refunds r join orders o on o.id = r.order_id
              where o.learner_id = $1 and r.status <> 'processed') as paid
       from income where order_id in (select id from orders where learner_id = $1)`,
    person.id,
  )
  expect(sums?.kept).toBe(sums?.open)
  expect(sums?.paid).toBe('0')
  const orders = await ask<{ id: string; status: string }>(
    'select razorpay_order_id as id, status from orders where learner_id = $1',
    person.id,
  )
  const payments = await listSandbox<{ order_id: string; status: string }>(server, 'payments')
  for (const { id, status } of orders) {
    const captured = payments.filter((one) => one.order_id === id && one.status === 'captured')
    expect([status, captured.length]).toEqual([status, status === 'completed' ? 1 : 0])
  }
}

test('erasing many while others buy and watch loses nothing of theirs', {
  timeout: 600_000,
}, async () => {
  const count = Number(process.env['ERASED_PEOPLE'] ?? 60)
  const course = await makeCourse(server.db)
  const people = await Promise.all(Array.from({ length: count }, () => makePerson()))
  for (const person of people) await completeCourse(server.db, person, course)
  for (const person of people) {
    await ask(
      `insert into erasures (id, learner_id, requested_at, due_at, keeps_certificates, next_attempt_at)
       values (gen_random_uuid(), $1, now() - interval '8 days', now(), false, now())`,
      person.id,
    )
  }
  const buyers = await Promise.all(Array.from({ length: 10 }, () => makePerson()))

  const [, , bought] = await Promise.all([
    runErasures(jobs()),
    runErasures(jobs()),
    Promise.all(
      buyers.map(async (buyer) => {
        await buy(server, buyer, course)
        await completeCourse(server.db, buyer, course)
        const params = { course_id: course.id }
        return server.as(buyer)(getCertificate, { params })
      }),
    ),
  ])
  await eventually(
    async () => {
      await ask(`update erasures set next_attempt_at = now() where finished_at is null`)
      await runErasures(jobs())
      return ask(
        'select from erasures where finished_at is null and learner_id = any ($1)',
        people.map(({ id }) => id),
      )
    },
    (left) => left.length === 0,
  )

  expect(bought.map(({ user_name }) => user_name)).toEqual(buyers.map(({ name }) => name))
  const [left] = await ask<{ n: string }>(
    'select count(*) n from users where id = any ($1) and erased_at is null',
    people.map(({ id }) => id),
  )
  expect(left?.n).toBe('0')
  const [owners] = await ask<{ n: string }>(
    'select count(*) n from entitlements where course_id = $1',
    course.id,
  )
  expect(owners?.n).toBe(String(count + buyers.length))
})

/** The day is over until which a law wants the buyer's name. */
async function atTheEndOfKeeping({ id }: Person): Promise<void> {
  await server.db.transaction(async (db) => {
    await db.execute(sql`alter table tax_documents disable trigger tax_documents_append_only`)
    await db.execute(
      sql`update tax_documents set buyer_kept_until = current_date - 1 where learner_id = ${id}`,
    )
    await db.execute(sql`alter table tax_documents enable trigger tax_documents_append_only`)
  })
}
