import { afterAll, describe, expect, test } from 'vitest'
import { buy } from '../../../../../tests/support/buy.ts'
import {
  ask,
  carryOut,
  erasureJobs,
  makePerson,
  readErasureState,
  requested,
} from '../../../../../tests/support/erasing.ts'
import {
  makeAdmin,
  makeCourse,
  makeLearner,
  type Person,
} from '../../../../../tests/support/factories.ts'
import { readOutbox } from '../../../../../tests/support/read-outbox.ts'
import { startTestServer } from '../../../../../tests/support/start-test-server.ts'
import { lifePassword } from '../../../../../tests/support/whole-life.ts'
import { readProfile } from '../../../accounts/contract.ts'
import { hashPassword } from '../../../accounts/server/passwords.ts'
import { getLearner } from '../../../learners/contract.ts'
import {
  cancelErasure,
  cancelErasureByLink,
  readErasure,
  requestErasure,
  requestErasureCode,
} from '../../contract.ts'
import { runErasures } from './run-erasures.ts'

const server = await startTestServer({ razorpay: true })
const owner = await makeAdmin(server.db)
afterAll(() => server.close())

async function readLink(person: Person): Promise<string> {
  const mails = await readOutbox(server, person.email)
  const text = mails.map((mail) => mail.text).find((one) => one.includes('/admin/keep-account'))
  return /\?token=([\w-]+)/.exec(text ?? '')?.[1] ?? ''
}

describe('who wants to be forgotten', () => {
  test('gives their password, is mailed, and nothing happens for a week', async () => {
    const person = await makePerson(server)

    await expect(
      server.as(person)(requestErasure, { body: { ...requested, password: 'a wrong one' } }),
    ).rejects.toMatchObject({ code: 'password_wrong' })
    await server.as(person)(requestErasure, { body: requested })
    await runErasures(erasureJobs(server))

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
    const person = await makePerson(server)
    await server.as(person)(requestErasure, { body: requested })
    await server.as(person)(cancelErasure, {})
    expect(await readErasureState(server, person)).toBe('none')
    await server.as(person)(requestErasure, { body: requested })
    const token = await readLink(person)

    await server.visitor(cancelErasureByLink, { body: { token } })

    await expect(server.visitor(cancelErasureByLink, { body: { token } })).rejects.toMatchObject({
      code: 'erasure_link_unusable',
    })
    await carryOut(server, person)
    expect((await server.as(person)(readProfile, {})).user.name).toBe('Meera Nair')
    for (let asked = 2; asked < 5; asked += 1) {
      await server.as(person)(requestErasure, { body: requested })
      await server.as(person)(cancelErasure, {})
    }
    await expect(server.as(person)(requestErasure, { body: requested })).rejects.toMatchObject({
      code: 'too_many_tries',
    })
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

    expect(await readErasureState(server, person)).toBe('waits')
  })

  test('and works here hears what to do first', async () => {
    const staff = await makeAdmin(server.db, {
      passwordHash: await hashPassword(lifePassword),
    })
    const refused = async () => {
      expect((await server.as(staff)(readErasure, {})).waits_for).toMatch(/You work here/)
      await expect(server.as(staff)(requestErasure, { body: requested })).rejects.toMatchObject({
        code: 'erasure_of_staff',
        message: expect.stringContaining('the last owner'),
      })
    }
    await refused()
    // The office is closed to them: their day without a second step is over.
    await ask(
      server,
      `update users set staff_since = now() - interval '25 hours' where id = $1`,
      staff.id,
    )
    await refused()
  })

  test('waits for a refund that is under way, and hears so', async () => {
    const person = await makePerson(server)
    const course = await makeCourse(server.db)
    const { razorpay_payment_id: paymentId } = await buy(server, person, course)
    const [order] = await ask<{ id: string }>(
      server,
      'select id from orders where razorpay_payment_id = $1',
      paymentId,
    )
    await ask(
      server,
      `insert into refunds (id, order_id, razorpay_payment_id, amount_in_paise, idempotency_key, cause, status)
       values (gen_random_uuid(), $1, 'pay_other', 100, gen_random_uuid(), 'duplicate', 'pending')`,
      order?.id,
    )
    await server.as(person)(requestErasure, { body: requested })

    await carryOut(server, person)

    expect(await readErasureState(server, person)).toBe('waits')
    expect((await server.as(person)(readErasure, {})).waits_for).toMatch(/refund is on its way/)
    await ask(
      server,
      `update refunds set status = 'processed' where razorpay_payment_id = 'pay_other'`,
    )
    await carryOut(server, person)
    expect(await readErasureState(server, person)).toBe('done')
  })
})
