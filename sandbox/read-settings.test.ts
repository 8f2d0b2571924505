import { expect, test } from 'vitest'
import { readStandInSettings } from './read-settings.ts'

const port = 4100
const PORT = String(port)

/** Where it serves, and where it takes the academy to be. */
function placesOf(env: Record<string, string>): string[] {
  const { host, port: own, webhookUrl } = readStandInSettings(env)
  return [`${host}:${own}`, webhookUrl]
}

test.each([
  [{}, '127.0.0.1:3001', 'http://127.0.0.1:3000'],
  [{ PORT: '', HOST: '', PUBLIC_URL: '' }, '127.0.0.1:3001', 'http://127.0.0.1:3000'],
  [{ PORT }, `127.0.0.1:${port + 1}`, `http://127.0.0.1:${port}`],
  [{ PORT, HOST: 'localhost' }, `127.0.0.1:${port + 1}`, `http://localhost:${port}`],
  [{ PORT, HOST: '0.0.0.0' }, `127.0.0.1:${port + 1}`, `http://127.0.0.1:${port}`],
  [{ PORT, HOST: '::1' }, `127.0.0.1:${port + 1}`, `http://[::1]:${port}`],
  [{ PORT, PUBLIC_URL: 'https://academy.test/' }, `127.0.0.1:${port + 1}`, 'https://academy.test'],
  [
    { PORT, SANDBOX_PORT: '0', SANDBOX_HOST: 'localhost' },
    'localhost:0',
    `http://127.0.0.1:${port}`,
  ],
  [{ PORT: '65535', SANDBOX_PORT: '0' }, '127.0.0.1:0', 'http://127.0.0.1:65535'],
])('run alone with %j it stands beside the academy that reads the same', (env, own, academy) => {
  expect(placesOf(env)).toEqual([own, `${academy}/api/payment/webhook`])
})

test('while the secret of webhooks is rotated, it signs with the new one, which stands first', () => {
  expect(readStandInSettings({ RAZORPAY_WEBHOOK_SECRET: ' new , old' }).webhookSecret).toBe('new')
})
