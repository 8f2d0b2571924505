import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { launchAcademy } from '../../tests/support/launch-academy.ts'
import { requireBuild } from '../../tests/support/require-build.ts'
import { openTestDatabase } from '../../tests/support/test-database.ts'

const database = await openTestDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'academy-run-'))
afterAll(async () => {
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
})

test.each([
  [{ PUBLIC_URL: 'https://academy.example' }, /^PUBLIC_URL https:\/\/academy\.example .*public/],
  [{ HOST: '0.0.0.0' }, /^HOST 0\.0\.0\.0 .*public/],
  [{ RAZORPAY_KEY_ID: 'rzp_live_x', RAZORPAY_KEY_SECRET: 'x' }, /^SMTP_URL is missing/],
])('with %j the academy does not open, and says why in a sentence', async (env, sentence) => {
  const { code, output } = await run(env)

  expect(output).toMatch(sentence)
  expect(output.trimEnd()).not.toContain('\n')
  expect(code).toBe(1)
})

test('a sandbox that was asked to be public says so loudly', async () => {
  requireBuild()
  const academy = await launchAcademy({
    SANDBOX: 'public',
    PUBLIC_URL: 'https://academy.example',
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    SEED: 'none',
  })
  await academy.stop()

  expect(academy.output()).toMatch(/^WARNING: this is a PUBLIC SANDBOX/m)
  expect(academy.output()).toMatch(/is open at https:\/\/academy\.example \(sandbox\)$/m)
})

test('what ends its whole process group leaves the payment provider to it, which ends it last', async () => {
  requireBuild()
  const academy = await launchAcademy(
    { DATABASE_URL: database.url, DATA_DIR: dataDir, SEED: 'none' },
    { ownGroup: true },
  )
  onTestFinished(() => academy.kill())
  process.kill(academy.pid, 'SIGSTOP') // it hears of nothing yet
  process.kill(-academy.pid, 'SIGINT')
  await delay(500)

  const { status } = await fetch(`${academy.razorpayUrl}/v1/checkout.js`)
  process.kill(academy.pid, 'SIGCONT')

  expect(status).toBe(200)
  expect(await academy.ended).toEqual({ code: 0, signal: null })
  expect(academy.output()).not.toMatch(/"level":/)
  await expect(fetch(academy.razorpayUrl)).rejects.toThrow('fetch failed')
})

/** A start that ends by itself. */
async function run(env: Record<string, string>): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, ['src/main.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', LOG_LEVEL: 'fatal', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  const hear = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout?.on('data', hear)
  child.stderr?.on('data', hear)
  const [code] = await once(child, 'close')
  return { code: Number(code), output }
}
