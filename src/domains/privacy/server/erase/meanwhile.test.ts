import { afterAll, describe, expect, test } from 'vitest'
import {
  ask,
  carryOut,
  eraseAccount,
  erasureJobs,
  letTimePass,
  makePerson,
  readErasureState,
  requested,
} from '../../../../../tests/support/erasing.ts'
import { makeAdmin, type Person, unique } from '../../../../../tests/support/factories.ts'
import { readOutbox } from '../../../../../tests/support/read-outbox.ts'
import { startTestServer } from '../../../../../tests/support/start-test-server.ts'
import { findMark, lifePassword } from '../../../../../tests/support/whole-life.ts'
import { login } from '../../../accounts/contract.ts'
import { answerComplaint, fileComplaint, getComplaint } from '../../../complaints/contract.ts'
import { blockLearner, unblockLearner } from '../../../learners/contract.ts'
import { addChild, listMyChildren, withdrawConsent } from '../../../representatives/contract.ts'
import { cancelErasure, cancelErasureByLink, readErasure, requestErasure } from '../../contract.ts'
import { runErasures } from './run-erasures.ts'

const server = await startTestServer({ razorpay: true })
const owner = await makeAdmin(server.db)
afterAll(() => server.close())

const childPassword = 'a long enough one'

async function add(parent: Person, name = 'Aarav Nair') {
  const body = {
    name,
    password: childPassword,
    confirm_password: childPassword,
    consents: true,
  } as const
  const { children } = await server.as(parent)(addChild, { body })
  return children.at(-1)!
}

describe('a parent who wants to be forgotten', () => {
  test('waits for the accounts of their children, also of one that was opened since', async () => {
    const parent = await makePerson(server)
    await server.as(parent)(requestErasure, { body: requested })
    const child = await add(parent)

    await carryOut(server, parent)
    expect(await readErasureState(server, parent)).toBe('waits')
    expect((await server.as(parent)(readErasure, {})).waits_for).toMatch(/child/)

    await server.as(parent)(withdrawConsent, { params: { id: child.id } })
    await carryOut(server, parent)
    expect(await readErasureState(server, parent)).toBe('waits')
    await carryOut(server, child)
    await carryOut(server, parent)
    expect(await readErasureState(server, parent)).toBe('done')
  })

  test('is refused while a child is blocked by support', async () => {
    const parent = await makePerson(server)
    const child = await add(parent)
    const body = { reason: 'They quarrel.' }
    await server.as(owner)(blockLearner, { params: { id: child.id }, body })

    await expect(server.as(parent)(requestErasure, { body: requested })).rejects.toMatchObject({
      code: 'erasure_of_parent',
    })
  })
})

describe('a child whose account goes', () => {
  test('is named in no mail to the parent any more, nor listed', async () => {
    const mark = unique('mrkchild').replaceAll('-', '')
    const parent = await makePerson(server)
    const child = await add(parent, `Aarav ${mark}`)
    await server.as(parent)(withdrawConsent, { params: { id: child.id } })

    await carryOut(server, child)

    expect(await findMark(server, mark)).toEqual([])
    expect((await server.as(parent)(listMyChildren, {})).children).toEqual([])
    expect((await readOutbox(server, parent.email)).length).toBeGreaterThan(0)
  })

  test('does not stay by a link that was mailed before the consent was withdrawn', async () => {
    const parent = await makePerson(server)
    const child = await add(parent)
    const { token, user } = await server.visitor(login, {
      body: { email: child.login, password: childPassword },
    })
    await server.as({ ...user, token })(requestErasure, {
      body: { password: childPassword, keeps_certificates: false },
    })
    const mails = await readOutbox(server, parent.email)
    const link =
      /keep-account\?token=([\w-]+)/.exec(mails.map(({ text }) => text).join())?.[1] ?? ''
    expect(link).not.toBe('')
    await server.as(parent)(withdrawConsent, { params: { id: child.id } })

    await expect(
      server.visitor(cancelErasureByLink, { body: { token: link } }),
    ).rejects.toMatchObject({ code: 'erasure_link_unusable' })
    await carryOut(server, child)
    expect(await readErasureState(server, child)).toBe('done')
  })
})

test('who is being erased is let in by nobody any more, and is not told that the account stays', async () => {
  const person = await makePerson(server)
  await server.as(person)(requestErasure, { body: requested })
  await letTimePass(server, person)
  const places = () => Promise.reject(new Error('The store of the backups is away.'))
  await expect(runErasures(erasureJobs(server, { places }))).rejects.toThrow('away')

  const params = { id: person.id }
  const unblock = server.as(owner)(unblockLearner, { params, body: { reason: 'They asked.' } })
  await expect(unblock).rejects.toMatchObject({ code: 'learner_erased' })
  // As one who asked while the account was being closed.
  await ask(
    server.owner,
    'update users set blocked_at = null, blocked_reason = null where id = $1',
    person.id,
  )
  const again = await logInAgain(person)
  await expect(server.as(again)(cancelErasure, {})).rejects.toMatchObject({
    code: 'learner_erased',
  })

  await carryOut(server, person)
  expect(await readErasureState(server, person)).toBe('done')
})

async function logInAgain({ email }: Person) {
  const { token, user } = await server.visitor(login, { body: { email, password: lifePassword } })
  return { ...user, token }
}

test('a complaint of who was forgotten is answered to nobody, and read by nobody with its link', async () => {
  const person = await makePerson(server)
  const { id } = await server.as(person)(fileComplaint, {
    body: { subject: 'other', words: 'It is late.' },
  })
  const [mail] = await readOutbox(server, person.email)
  const token = /[?&]token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  const params = { id }
  await server.visitor(getComplaint, { params, query: { token } })
  await eraseAccount(server, person)

  const body = { revision: 1, words: 'We are sorry.', outcome: 'explained' } as const
  await server.as(owner)(answerComplaint, { params, body })

  expect(await ask(server, `select from mails where recipient = ''`)).toEqual([])
  await expect(server.visitor(getComplaint, { params, query: { token } })).rejects.toMatchObject({
    code: 'complaint_not_found',
  })
})
