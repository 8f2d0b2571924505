import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { keepSettings } from '../src/domains/site/server/kept-settings.ts'
import { makeCourse } from './support/factories.ts'
import { requireBuild } from './support/require-build.ts'
import { openTestDatabase } from './support/test-database.ts'

requireBuild()
const database = await openTestDatabase()
const folder = await mkdtemp(join(tmpdir(), 'academy-rehearsal-'))
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

test('a rehearsal buys a course on the copy, and calls neither Razorpay nor the mail server of the academy', async () => {
  const calls = await countCalls()
  const keys = {
    RAZORPAY_KEY_ID: 'rzp_live_rehearsal',
    RAZORPAY_KEY_SECRET: 'secret',
    RAZORPAY_WEBHOOK_SECRET: 'webhook',
  }
  const dataDir = join(folder, 'data')
  await chmod(folder, 0o755) // the database's own user goes through it
  await mkdir(dataDir, { mode: 0o700 }) // as it is installed
  await database.db.transaction((db) => keepSettings(db, { env: {}, dataDir }, keys))
  await makeCourse(database.db)
  const env = {
    PATH: process.env['PATH'],
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    RAZORPAY_API_URL: `http://127.0.0.1:${calls.port}`,
    SMTP_URL: `smtp://127.0.0.1:${calls.port}`,
  }
  const backup = join(folder, 'night.backup')
  const { url: DATABASE_URL, ownerUrl: DATABASE_OWNER_URL } = database
  await run(['scripts/backup.js', backup], { ...env, DATABASE_URL, DATABASE_OWNER_URL })

  const told = await run(['src/bootstrap/rehearse-update.ts', backup], env)

  expect(told).toMatch(/A course was bought at the stand-in, and its [1-9]\d* lessons? open/)
  expect(calls.count()).toBe(0)
  // Where the database's own user cannot go to the data folder, it lay elsewhere.
  const homes = globSync('/var/{lib,tmp}/academy/*/belongs-to')
  expect(
    homes.filter((path) => existsSync(path) && readFileSync(path, 'utf8').startsWith(dataDir)),
  ).toEqual([])
  const { rows } = await database.pool.query('select count(*)::int as orders from orders')
  expect(rows).toEqual([{ orders: 0 }])
})

/** Whoever would be called outside. */
async function countCalls(): Promise<{ port: number; count: () => number }> {
  let calls = 0
  const server = createServer((socket) => {
    calls += 1
    socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo // of a server that listens on a port
  return { port, count: () => calls }
}

async function run(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const cwd = join(import.meta.dirname, '..')
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [said, failed] = await Promise.all([text(child.stdout), text(child.stderr)])
  expect(child.exitCode ?? (await once(child, 'close'))[0], failed).toBe(0)
  return said
}
