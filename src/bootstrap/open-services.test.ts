import { expect, onTestFinished, test } from 'vitest'
import { openTestDatabase } from '../../tests/support/test-database.ts'
import { createLog } from '../platform/logging.ts'
import { readSettings } from '../platform/settings.ts'
import { createClosers } from './closers.ts'
import { openServices } from './open-services.ts'

test('a worker goes by keys that an owner saved while it was started, not by those it was started with', async () => {
  const database = await openTestDatabase()
  onTestFinished(() => database.close())
  const closers = createClosers()
  const settings = readSettings({
    RAZORPAY_KEY_ID: 'rzp_live_new',
    RAZORPAY_KEY_SECRET: 'new',
    RAZORPAY_WEBHOOK_SECRET: 'new',
    SMTP_URL: 'smtp://127.0.0.1:9',
    GOOGLE_CLIENT_ID: 'new',
  })
  const academy = {
    databaseUrl: database.url,
    port: 0,
    publicUrl: 'https://academy.test',
    keys: { keyId: 'rzp_test_former', keySecret: 'former', webhookSecrets: [] },
    provider: { apiUrl: 'http://127.0.0.1:9', checkoutScript: '/checkout.js' },
    google: null,
  }

  const log = createLog('silent')
  const { checkout } = await openServices({ settings, academy, log, database }, closers)
  await closers.closeAll((error) => expect.unreachable(error.message))

  expect(checkout.keys).toEqual(settings.razorpay.keys)
  expect(academy).toMatchObject({
    provider: { apiUrl: 'https://api.razorpay.com' },
    google: { clientId: 'new' },
  })
})
