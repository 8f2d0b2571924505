import { afterAll, describe, expect, test } from 'vitest'
import { pay } from '../../../tests/support/buy.ts'
import { makeAdmin, makeCourse, makeLearner } from '../../../tests/support/factories.ts'
import { startMailServer } from '../../../tests/support/mail-server.ts'
import { startTestServer, type TestServer } from '../../../tests/support/start-test-server.ts'
import { mails } from '../../integrations/mail/tables.ts'
import { createOrder } from '../checkout/contract.ts'
import { raiseAlarm, resolveAlarm } from '../checkout/server/settling/alarms.ts'
import { putTaxSettings } from '../tax/contract.ts'
import type { ChecklistItem } from './check-states.ts'
import {
  getChecklist,
  getGrievanceOfficer,
  setGrievanceOfficer,
  testChecklistItem,
} from './contract.ts'
import { readChecklist } from './server/checks/run-checks.ts'
import type { OperationsDependencies } from './server/dependencies.ts'
import { backupSchedule, checklistResults } from './server/tables.ts'

const mailServer = await startMailServer()
const sandbox = await startTestServer({ razorpay: true })
/** Nobody answers at its address, and the stand-in knows other keys. */
const real = await startTestServer({
  razorpay: true,
  env: {
    SMTP_URL: mailServer.smtpUrl,
    MAIL_FROM: 'Rang <no-reply@rang.test>',
    RAZORPAY_KEY_ID: 'rzp_live_ours',
    RAZORPAY_KEY_SECRET: 'secret',
    RAZORPAY_WEBHOOK_SECRET: 'webhook secret',
    PUBLIC_URL: 'https://127.0.0.1:9',
    BRAND_NAME: 'Rang',
    SUPPORT_EMAIL: 'help@rang.test',
    BACKUP_URL: 'file:///nowhere/backups',
  },
})
const owner = await makeAdmin(real.db)
afterAll(async () => {
  await real.close()
  await sandbox.close()
  await mailServer.close()
})

async function look(server: TestServer, item: ChecklistItem) {
  const admin = await makeAdmin(server.db)
  const { items } = await server.as(admin)(getChecklist, {})
  return items.find((one) => one.item === item)
}
const tryOut = (item: ChecklistItem) => real.as(owner)(testChecklistItem, { params: { item } })
const forgetTrials = () => real.owner.db.delete(checklistResults)

test('an academy just started has all to do, and says what', async () => {
  const admin = await makeAdmin(sandbox.db)

  const { items, grievance_officer } = await sandbox.as(admin)(getChecklist, {})

  expect(grievance_officer).toBeNull()
  expect(items.map(({ item, state, can_test }) => [item, state, can_test])).toEqual(
    [
      'mail',
      'payment_keys',
      'webhook',
      'https',
      'brand',
      'figures',
      'policies',
      'grievance_officer',
      'tax',
      'backup',
    ]
      .map((item) => [item, 'todo', false])
      .concat([['database_roles', 'ok', false]]),
  )
  const sentences = items.map(({ sentence }) => sentence).join('\n')
  for (const setting of [
    'FIGURE_STUDENTS',
    'SMTP_URL',
    'RAZORPAY_KEY_ID',
    'PUBLIC_URL',
    'BRAND_NAME',
    'BACKUP_URL',
  ]) {
    expect(sentences).toContain(setting)
  }
})

describe('a test of the mail', () => {
  test('sends one mail to who asks, once for a double click, and says what the server answered', async () => {
    await forgetTrials()
    const before = mailServer.received.length
    expect(await look(real, 'mail')).toMatchObject({ state: 'todo', checked_at: null })

    const [first] = await Promise.all([tryOut('mail'), tryOut('mail'), tryOut('mail')])
    const later = await look(real, 'mail')

    expect(mailServer.received.slice(before).map(({ to }) => to)).toEqual([[owner.email]])
    expect(later).toMatchObject({
      state: 'ok',
      sentence: expect.stringContaining(`took a mail to ${owner.email} and answered “250`),
    })
    expect(later?.checked_at).not.toBeNull()
    expect(first.item).toBe('mail')
  })

  test('says why the server took none', async () => {
    await forgetTrials()
    mailServer.refuse(1)

    expect(await tryOut('mail')).toMatchObject({
      state: 'failing',
      sentence: expect.stringMatching(/took no mail: .*Try again later/),
    })
  })

  test('of another server counts no more', async () => {
    await forgetTrials()
    await tryOut('mail')
    await real.db.update(checklistResults).set({ subject: 'the one of before' })

    expect(await look(real, 'mail')).toMatchObject({ state: 'todo', checked_at: null })
  })
})

test('keys that Razorpay does not take are failing, those that it takes are not', async () => {
  await forgetTrials()
  const { checkout } = real
  expect(await tryOut('payment_keys')).toMatchObject({
    state: 'ok',
    sentence: 'Razorpay takes the key rzp_live_ours.',
  })
  await forgetTrials()
  const listOrders = checkout.razorpay.listOrders.bind(checkout.razorpay)
  checkout.razorpay.listOrders = (filter) => fetchWithWrongKeys(real).then(() => listOrders(filter))
  try {
    expect(await tryOut('payment_keys')).toMatchObject({
      state: 'failing',
      sentence: expect.stringContaining('Razorpay does not take the key rzp_live_ours'),
    })
  } finally {
    checkout.razorpay.listOrders = listOrders
  }
})

describe('what was tried and found well', () => {
  const checkWith = (settings: Partial<OperationsDependencies['settings']>) => {
    const deps = {
      db: real.db,
      settings: { ...real.settings, ...settings },
      razorpay: real.checkout.razorpay,
      publicUrl: () => 'https://rang.test',
    }
    return readChecklist(deps).then((items) => (item: ChecklistItem) => {
      return items.find((one) => one.item === item)?.state
    })
  }

  test('the figures of the pages are to do until each was set, or set to none', async () => {
    expect(await look(real, 'figures')).toMatchObject({
      state: 'todo',
      sentence: expect.stringMatching(/OFFER_SEATS_LEFT.* Until then no page shows them/),
    })

    const after = await checkWith({ unsetFigures: [] })

    expect(after('figures')).toBe('ok')
  })

  test('counts no more with another password of the mail server, or another secret of the keys', async () => {
    await forgetTrials()
    await tryOut('mail')
    await tryOut('payment_keys')
    const { mail, razorpay } = real.settings
    const before = await checkWith({})
    expect([before('mail'), before('payment_keys')]).toEqual(['ok', 'ok'])

    const smtpUrl = mailServer.smtpUrl.replace('://', '://user:another@')
    const keys = { ...razorpay.keys!, keySecret: 'another' }
    const after = await checkWith({
      mail: { ...mail, smtpUrl },
      razorpay: { ...razorpay, keys },
    })

    expect([after('mail'), after('payment_keys')]).toEqual(['todo', 'todo'])
    const stored = JSON.stringify(await real.db.select().from(checklistResults))
    expect(stored).not.toContain('secret')
  })

  test('is failing once Razorpay takes the keys no more, or mails wait for an hour', async () => {
    await forgetTrials()
    await tryOut('mail')
    await tryOut('payment_keys')
    const subject = 'razorpay keys'
    await raiseAlarm(real.db, { subject, message: 'Not taken.', orderId: null })
    await real.db.insert(mails).values({
      id: crypto.randomUUID(),
      recipient: 'learner@example.test',
      subject: 'Your receipt',
      text: '',
      html: '',
      queuedAt: new Date(Date.now() - 2 * 3_600_000),
      nextAttemptAt: new Date(Date.now() + 3_600_000),
      lastError: 'Mailbox server refused the login',
    })

    const now = await checkWith({})
    expect([now('mail'), now('payment_keys')]).toEqual(['failing', 'failing'])

    await resolveAlarm(real.db, subject)
    await real.db.delete(mails)
    const later = await checkWith({})
    expect([later('mail'), later('payment_keys')]).toEqual(['ok', 'ok'])
  })
})

test('a webhook is heard of for a day, and a wrong signature is failing', async () => {
  expect(await look(sandbox, 'webhook')).toMatchObject({ state: 'todo' })

  const learner = await makeLearner(sandbox.db)
  const course = await makeCourse(sandbox.db)
  const order = await sandbox.as(learner)(createOrder, { body: { course_id: course.id } })
  await pay(sandbox, order.order_id, { webhook: 'now' })
  const state = async () => (await look(sandbox, 'webhook'))?.state
  await expect.poll(state).toBe('ok')

  const subject = 'webhook signature'
  await raiseAlarm(sandbox.db, { subject, message: 'Wrong.', orderId: null })
  expect(await look(sandbox, 'webhook')).toMatchObject({ state: 'failing' })
  await resolveAlarm(sandbox.db, subject)
})

test('payments that come without a webhook are failing, whatever was heard before', async () => {
  const subject = 'webhooks silent'
  await raiseAlarm(real.db, { subject, message: 'None.', orderId: null })
  expect(await look(real, 'webhook')).toMatchObject({ state: 'failing' })
  await resolveAlarm(real.db, subject)
  expect(await look(real, 'webhook')).toMatchObject({ state: 'todo' })
})

test('an address at which nobody answers is failing', async () => {
  await forgetTrials()

  expect(await tryOut('https')).toMatchObject({
    state: 'failing',
    sentence: expect.stringMatching(/^https:\/\/127\.0\.0\.1:9 does not answer: /),
  })
})

test('a backup is asked for', async () => {
  expect(await tryOut('backup')).toMatchObject({
    can_test: true,
    sentence: expect.stringContaining('was asked for'),
  })

  expect((await real.db.select().from(backupSchedule))[0]?.askedAt).toBeInstanceOf(Date)
})

test('the grievance officer is named, named anew, and seen by everybody', async () => {
  expect(await look(real, 'brand')).toMatchObject({ state: 'ok' })
  for (const name of ['Asha Rao', 'Meera Nair']) {
    const officer = { name, email: 'Grievance@Rang.test', phone: '+91 80 4000 0001' }
    await real.as(owner)(setGrievanceOfficer, { body: officer })
  }

  expect(await real.visitor(getGrievanceOfficer, {})).toEqual({
    grievance_officer: {
      name: 'Meera Nair',
      email: 'grievance@rang.test',
      phone: '+91 80 4000 0001',
    },
  })
  expect(await look(real, 'grievance_officer')).toMatchObject({ state: 'ok' })
  await expect(
    real.as(owner)(setGrievanceOfficer, { body: { name: ' ', email: 'x', phone: 'none' } }),
  ).rejects.toMatchObject({
    errors: [
      { path: 'name', message: "Please enter the officer's name." },
      { path: 'email', message: 'Please enter a valid e-mail address.' },
      { path: 'phone', message: 'Please enter a phone number of 7 to 15 digits.' },
    ],
  })
})

test('a grievance officer whom somebody else has named meanwhile is not replaced unread', async () => {
  const name = (name: string, before?: typeof asha | null) =>
    real.as(owner)(setGrievanceOfficer, { body: { ...asha, name, before } })
  const asha = { name: 'Asha Rao', email: 'asha@rang.test', phone: '+91 80 4000 0001' }
  await name('Asha Rao')

  await name('Meera Nair', asha)
  await name('Meera Nair', asha) // as after an answer that was lost

  for (const before of [asha, null]) {
    await expect(name('Asha A. Rao', before)).rejects.toMatchObject({
      status: 409,
      code: 'settings_changed',
    })
  }
  const { grievance_officer: named } = await real.visitor(getGrievanceOfficer, {})
  expect(named).toEqual({ ...asha, name: 'Meera Nair' })
})

async function fetchWithWrongKeys({ razorpayUrl }: TestServer): Promise<void> {
  const { createRazorpayClient } = await import('../../integrations/razorpay/client.ts')
  const keys = { keyId: 'rzp_live_wrong', keySecret: 'wrong' }
  await createRazorpayClient({ keys, provider: { apiUrl: razorpayUrl } }).listOrders({
    receipt: 'checklist',
  })
}

test('taxes are set up once somebody has said whether there is a GSTIN', async () => {
  await real.as(owner)(putTaxSettings, {
    body: { legal_name: 'Rang', address: 'Kochi', state: 'Kerala', gstin: null, sac: '999293' },
  })

  expect(await look(real, 'tax')).toMatchObject({
    state: 'ok',
    sentence: expect.stringContaining('no GSTIN') as string,
  })
})
