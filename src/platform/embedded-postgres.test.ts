import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { chooseIdentity } from './embedded/identity.ts'
import { StartRefusal } from './embedded/start-refusal.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

const isRoot = process.getuid?.() === 0
const log = { info: vi.fn<(message: string) => void>(), warn: vi.fn<(message: string) => void>() }
const servers: EmbeddedPostgres[] = []
const folders: string[] = []
const children: ChildProcess[] = []

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const server of servers.splice(0)) await server.stop()
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
  vi.clearAllMocks()
})

describe('the embedded database', { timeout: 30_000 }, () => {
  test('keeps what was written over a stop and a start', async () => {
    const dataDir = await makeDataDir()
    const first = await start(dataDir)
    await query(first.url, 'create table note (line text)')
    await query(first.url, `insert into note values ('नमस्ते')`)
    await first.stop()

    const second = await start(dataDir)

    expect(await query(second.url, 'select line from note')).toEqual([{ line: 'नमस्ते' }])
  })

  test('writes through to the disk unless told otherwise', async () => {
    const server = await startDurably(await makeDataDir())

    expect(await query(server.url, 'show fsync')).toEqual([{ fsync: 'on' }])
  })

  test('is taken over, still running, after the academy was killed', async () => {
    const dataDir = await makeDataDir()
    const academy = await startInOwnProcess(dataDir)
    const serverPid = postmasterPid(dataDir)
    academy.kill('SIGKILL')
    await once(academy, 'exit')

    const server = await start(dataDir)

    expect(postmasterPid(dataDir)).toBe(serverPid)
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
  })

  test('is started anew when the one left running has other settings', async () => {
    const dataDir = await makeDataDir()
    const academy = await startInOwnProcess(dataDir)
    academy.kill('SIGKILL')
    await once(academy, 'exit')

    const server = await startDurably(dataDir)

    expect(await query(server.url, 'show fsync')).toEqual([{ fsync: 'on' }])
  })

  test('refuses a second academy on the same data, and says who has it', async () => {
    const dataDir = await makeDataDir()
    const academy = await startInOwnProcess(dataDir)
    const serverPid = postmasterPid(dataDir)

    const second = start(dataDir)

    await expect(second).rejects.toThrow(StartRefusal)
    await expect(second).rejects.toThrow(
      `Another academy (process ${academy.pid}) is already using`,
    )
    expect(postmasterPid(dataDir)).toBe(serverPid)
    academy.kill('SIGTERM')
    await once(academy, 'exit')
  })

  test('comes back by itself, with all that was written, after its server was killed', async () => {
    const dataDir = await makeDataDir()
    const server = await startDurably(dataDir)
    await query(server.url, 'create table note (line text)')
    const firstPid = postmasterPid(dataDir)

    process.kill(firstPid, 'SIGKILL')

    await vi.waitFor(async () => expect(await query(server.url, 'select from note')).toEqual([]), {
      timeout: 20_000,
    })
    expect(postmasterPid(dataDir)).not.toBe(firstPid)
  })

  test('starts although its old process id belongs to another program by now', async () => {
    const dataDir = await makeDataDir()
    const first = await start(dataDir)
    const pidFile = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')
    await first.stop()
    // PostgreSQL believes in a pid only if it could signal it, so the stranger is of the same user.
    const stranger = spawn('sleep', ['60'], chooseIdentity(join(dataDir, 'postgres')) ?? {})
    children.push(stranger)
    const stale = [String(stranger.pid), ...pidFile.split('\n').slice(1)].join('\n')
    writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), stale)

    const second = await start(dataDir)

    expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(stranger.exitCode).toBeNull()
  })

  test('works in a folder whose name is too long for a socket', async () => {
    const dataDir = join(await makeDataDir(), 'a long name '.repeat(12), 'data')

    const server = await start(dataDir)

    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
    folders.push(new URL(server.url).searchParams.get('host')!)
  })

  test.skipIf(!isRoot)('does not run as root when the academy does', async () => {
    const dataDir = await makeDataDir()
    await start(dataDir)

    expect(statSync(`/proc/${postmasterPid(dataDir)}`).uid).not.toBe(0)
    expect(statSync(dataDir).uid).toBe(0)
  })

  test.skipIf(!isRoot)('finds its data again that root may not show it in place', async () => {
    const dataDir = await makeDataDir(0o700)
    const first = await start(dataDir)
    folders.push(readFileSync(join(dataDir, 'postgres.location'), 'utf8').trim())
    expect(log.warn).toHaveBeenCalledWith(expect.stringContaining('the database is kept in'))
    await query(first.url, 'create table note (line text)')
    await first.stop()

    const second = await start(dataDir)

    expect(await query(second.url, 'select from note')).toEqual([])
  })
})

async function makeDataDir(mode = 0o755): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'academy db '))
  folders.push(folder)
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  chmodSync(folder, mode)
  return dataDir
}

function start(dataDir: string): Promise<EmbeddedPostgres> {
  return startDurably(dataDir, false)
}

async function startDurably(dataDir: string, durable = true): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log, durable })
  servers.push(server)
  return server
}

/** An academy of its own that can be killed; SIGTERM ends it cleanly. */
async function startInOwnProcess(dataDir: string): Promise<ChildProcess> {
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(new URL('embedded-postgres.ts', import.meta.url))})
    const log = { info() {}, warn() {} }
    const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log, durable: false })
    process.once('SIGTERM', () => server.stop())
    process.stdout.write('started')`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  await once(child.stdout, 'data')
  return child
}

function postmasterPid(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10)
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
