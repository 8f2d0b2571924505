import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openClient, withClient } from '../database/open-client.ts'
import { StartError } from '../start-error.ts'
import { findBinaries } from './binaries.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { chooseIdentity } from './identity.ts'
import { choosePlace } from './place.ts'

const nobody = 65_534
const isRoot = process.getuid?.() === 0
const log = { info: vi.fn<(message: string) => void>(), warn: vi.fn<(message: string) => void>() }
const servers: EmbeddedPostgres[] = []
const folders: string[] = []
const children: ChildProcess[] = []

afterEach(async () => {
  vi.useRealTimers()
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const server of servers.splice(0)) await server.stop()
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
  vi.clearAllMocks()
})

describe('the embedded database', () => {
  test('keeps what was written over a stop and a start', async () => {
    const dataDir = await makeDataDir()
    const first = await start(dataDir)
    await query(first.ownerUrl, 'create table note (line text)')
    await query(first.ownerUrl, `insert into note values ('नमस्ते')`)
    await first.stop()

    const second = await start(dataDir)

    expect(await query(second.ownerUrl, 'select line from note')).toEqual([{ line: 'नमस्ते' }])
  })

  test('writes through to the disk unless told otherwise', async () => {
    const server = await startDurably(await makeDataDir())

    expect(await query(server.ownerUrl, 'show fsync')).toEqual([{ fsync: 'on' }])
  })

  test('is taken over, still running, after the academy was killed', async () => {
    const dataDir = await makeDataDir()
    const academy = await startInOwnProcess(dataDir)
    const serverPid = postmasterPid(dataDir)
    academy.kill('SIGKILL')
    await once(academy, 'exit')

    const server = await start(dataDir)

    expect(postmasterPid(dataDir)).toBe(serverPid)
    expect(await query(server.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
  })

  test('is started anew when the one left running has other settings', async () => {
    const dataDir = await makeDataDir()
    const academy = await startInOwnProcess(dataDir)
    academy.kill('SIGKILL')
    await once(academy, 'exit')

    const server = await startDurably(dataDir)

    expect(await query(server.ownerUrl, 'show fsync')).toEqual([{ fsync: 'on' }])
  })

  test('refuses a second academy on the same data, and says who has it', async () => {
    const dataDir = await makeDataDir()
    const academy = await startInOwnProcess(dataDir)
    const serverPid = postmasterPid(dataDir)

    const second = start(dataDir)

    await expect(second).rejects.toThrow(StartError)
    await expect(second).rejects.toThrow(
      `Another academy (process ${academy.pid}) is already using`,
    )
    expect(postmasterPid(dataDir)).toBe(serverPid)
    academy.kill('SIGTERM')
    await once(academy, 'exit')
  })

  test('waits for the academy before it, which begins to close at once or a little later', async () => {
    const pauseInMs = [0, 60, 400][Math.floor(Math.random() * 3)]! // every run has others
    const dataDir = await makeDataDir()
    const before = await startEmbeddedPostgres({ dataDir, log, durable: false })
    // A machine that stands still must not use up what is waited.
    vi.useFakeTimers({ toFake: ['Date'] })
    const starting = start(dataDir)
    await new Promise((resolve) => setTimeout(resolve, pauseInMs))
    vi.setSystemTime(Date.now() + pauseInMs)

    await before.stop()

    expect(await query((await starting).ownerUrl, 'select 1 as one'), `${pauseInMs} ms`).toEqual([
      { one: 1 },
    ])
  })

  test('comes back by itself, with all that was written, after its server was killed', async () => {
    const dataDir = await makeDataDir()
    const server = await startDurably(dataDir)
    await query(server.ownerUrl, 'create table note (line text)')
    const firstPid = postmasterPid(dataDir)

    process.kill(firstPid, 'SIGKILL')

    await vi.waitFor(async () =>
      expect(await query(server.ownerUrl, 'select from note')).toEqual([]),
    )
    expect(postmasterPid(dataDir)).not.toBe(firstPid)
  })

  test('starts although its old process id belongs to another program by now', async () => {
    const dataDir = await makeDataDir()
    const first = await start(dataDir)
    const pidFile = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')
    await first.stop()
    // PostgreSQL believes in a pid only if it could signal it, so the stranger is of the same user.
    const stranger = spawn('sleep', ['3600'], chooseIdentity(join(dataDir, 'postgres')) ?? {})
    children.push(stranger)
    const stale = [String(stranger.pid), ...pidFile.split('\n').slice(1)].join('\n')
    writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), stale)

    const second = await start(dataDir)

    expect(await query(second.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(stranger.exitCode).toBeNull()
  })

  test('works in a folder whose name is too long for a socket', async () => {
    const dataDir = join(await makeDataDir(), 'a long name '.repeat(12), 'data')

    const server = await start(dataDir)

    expect(await query(server.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
    folders.push(new URL(server.url).searchParams.get('host')!)
  })

  test.skipIf(!isRoot)('does not run as root when the academy does', async () => {
    const dataDir = await makeDataDir()
    await start(dataDir)

    expect(statSync(`/proc/${postmasterPid(dataDir)}`).uid).not.toBe(0)
    expect(statSync(dataDir).uid).toBe(0)
  })

  test.skipIf(!isRoot)('runs as a user that no other service on the machine is', async () => {
    const dataDir = await makeDataDir()
    await start(dataDir)

    const { uid } = statSync(`/proc/${postmasterPid(dataDir)}`)
    expect(uid).not.toBe(nobody)
    expect(spawnSync('id', [String(uid)]).status).not.toBe(0)
    expect(statSync(join(dataDir, 'postgres', 'PG_VERSION')).uid).toBe(uid)
  })

  test('lets the application own its database, and nothing above that', async () => {
    const { ownerUrl: url } = await start(await makeDataDir())

    await query(url, 'create table note (line text); create extension pg_trgm')
    const [role] = await query(
      url,
      `select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls
       from pg_roles where rolname = current_user`,
    )
    expect(new Set(Object.values(role as object))).toEqual(new Set([false]))
    await expect(query(url, `copy note from program 'id'`)).rejects.toThrow(/permission denied/)
    await expect(query(url, `set role academy`)).rejects.toThrow(/permission denied/)
  })

  test('lets who serves make nothing in it, not even for a moment', async () => {
    const { url } = await start(await makeDataDir())

    for (const kind of ['', 'temporary']) {
      await expect(query(url, `create ${kind} table note (line text)`)).rejects.toThrow(
        /permission denied/,
      )
    }
    await expect(query(url, 'set role academy_app')).rejects.toThrow(/permission denied/)
  })

  test('lets nobody in unasked, and knows people by their system user', async () => {
    const { superuserUrl } = await start(await makeDataDir())

    expect(
      await query(
        superuserUrl,
        'select distinct type, user_name, auth_method, error from pg_hba_file_rules',
      ),
    ).toEqual([
      {
        type: 'local',
        user_name: ['academy', 'academy_app', 'academy_serving'],
        auth_method: 'peer',
        error: null,
      },
    ])
    expect(
      await query(superuserUrl, 'select distinct sys_name from pg_ident_file_mappings'),
    ).toContainEqual({ sys_name: userInfo().username })
  })

  test.skipIf(!isRoot)('lets not even the user in that its server runs as', async () => {
    const dataDir = await makeDataDir()
    const { url } = await start(dataDir)
    const script = `
      import pg from ${JSON.stringify(import.meta.resolve('pg'))}
      const client = new pg.Client(${JSON.stringify(url)})
      await client.connect()
      await client.end()`

    const answer = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      ...chooseIdentity(join(dataDir, 'postgres')),
      cwd: '/',
      encoding: 'utf8',
      timeout: 60_000,
    })

    expect(answer.stderr).toMatch(/Peer authentication failed/)
  })

  test.each([
    { state: 'was stopped', isKilled: false },
    { state: 'was left running by a killed academy', isKilled: true },
  ])('takes over data of a version before that $state', async ({ isKilled }) => {
    const dataDir = await makeDataDir()
    const forerunner = await makeDataOfBefore(dataDir)
    if (!isKilled) await forerunner.stop()

    const server = await start(dataDir)

    expect(await query(server.ownerUrl, 'select id, line from note')).toEqual([
      { id: '1', line: 'नमस्ते' },
    ])
    await query(
      server.ownerUrl,
      `alter table note add column at timestamptz; drop function greet; drop type mood;
       insert into note (line) values ('again'); drop table note`,
    )
    expect(
      await query(server.ownerUrl, 'select rolsuper from pg_roles where rolname = current_user'),
    ).toEqual([{ rolsuper: false }])
    // An ordinary user's server runs as that user, who may be nobody.
    const { uid } = statSync(`/proc/${postmasterPid(dataDir)}`)
    expect(uid === nobody).toBe(userInfo().uid === nobody)
  })

  test('makes the role that serves where a version before knew the owner only', async () => {
    const dataDir = await makeDataDir()
    const before = await start(dataDir)
    await query(before.ownerUrl, 'create table note (line text)')
    await query(before.superuserUrl, 'drop role academy_serving')
    await query(before.superuserUrl, 'grant temporary on database academy to public')
    await before.stop()

    const { url, ownerUrl } = await start(dataDir)

    expect(await query(ownerUrl, 'select from note')).toEqual([])
    await expect(query(url, 'select from note')).rejects.toThrow(/permission denied/)
    await expect(query(url, 'create temporary table note ()')).rejects.toThrow(/permission denied/)
  })

  test('refuses to take over data that an academy of a version before still uses', async () => {
    const dataDir = await makeDataDir()
    const forerunner = await makeDataOfBefore(dataDir)
    const client = await openClient(forerunner.url)
    await client.query(`set application_name = 'academy 4711'; select pg_advisory_lock(20263011)`)

    await expect(start(dataDir)).rejects.toThrow('Another academy (process 4711) is already using')

    expect((await client.query('select 1')).rowCount).toBe(1)
    await client.end()
    await forerunner.stop()
  })

  test.skipIf(!isRoot)('finishes a takeover that was cut short', async () => {
    const dataDir = await makeDataDir()
    await (await makeDataOfBefore(dataDir)).stop()
    const { uid, gid } = chooseIdentity(join(dataDir, 'postgres'))!
    chownSync(join(dataDir, 'postgres'), uid, gid)

    const server = await start(dataDir)

    expect(await query(server.ownerUrl, 'select line from note')).toEqual([{ line: 'नमस्ते' }])
  })

  test.skipIf(!isRoot)('works as an ordinary user', async () => {
    const dataDir = await makeDataDir()
    chownSync(dataDir, nobody, nobody)
    const academy = await startInOwnProcess(dataDir, { uid: nobody, gid: nobody })

    expect(statSync(`/proc/${postmasterPid(dataDir)}`).uid).toBe(nobody)
    academy.kill('SIGTERM')
    await once(academy, 'exit')
    expect(academy.exitCode).toBe(0)
  })

  test.skipIf(!isRoot)('finds its data again that root may not show it in place', async () => {
    const dataDir = await makeDataDir(0o700)
    const first = await start(dataDir)
    folders.push(readFileSync(join(dataDir, 'postgres.location'), 'utf8').trim())
    expect(log.warn).toHaveBeenCalledWith(expect.stringContaining('the database is kept in'))
    await query(first.ownerUrl, 'create table note (line text)')
    await first.stop()

    const second = await start(dataDir)

    expect(await query(second.ownerUrl, 'select from note')).toEqual([])
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
async function startInOwnProcess(
  dataDir: string,
  identity: { uid: number; gid: number } | null = null,
): Promise<ChildProcess> {
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(new URL('embedded-postgres.ts', import.meta.url))})
    const log = { info() {}, warn() {} }
    const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log, durable: false })
    process.once('SIGTERM', () => server.stop())
    process.stdout.write('started')`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    ...identity,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  await once(child.stdout, 'data')
  return child
}

/**
 * A cluster as it was made before the database had a user, a role and an authentication of its own:
 * `nobody` under root, one superuser, trust. Its server runs.
 */
async function makeDataOfBefore(dataDir: string) {
  const clusterDir = join(dataDir, 'postgres')
  const binaries = findBinaries(log, choosePlace(log, dataDir))
  const identity = isRoot ? { uid: nobody, gid: nobody } : {}
  const options = { ...identity, cwd: '/', stdio: 'ignore' as const }
  mkdirSync(clusterDir, { mode: 0o700 })
  if (isRoot) chownSync(clusterDir, nobody, nobody)
  const initdbArguments = ['--username=academy', '--auth=trust', '--encoding=UTF8', '--no-sync']
  execFileSync(binaries.initdb, ['--pgdata', clusterDir, ...initdbArguments], options)
  const child = spawn(
    binaries.postgres,
    ['-D', clusterDir, '-c', `unix_socket_directories="${clusterDir}"`, '-c', 'listen_addresses='],
    options,
  )
  children.push(child)
  const urlTo = (database: string) =>
    `postgresql://academy@localhost/${database}?host=${encodeURIComponent(clusterDir)}`
  await vi.waitFor(() => query(urlTo('postgres'), 'create database academy'))
  await query(
    urlTo('academy'),
    `create table note (id bigint generated always as identity, line text);
     insert into note (line) values ('नमस्ते');
     create type mood as enum ('calm');
     create function greet() returns text language sql as $$ select 'hello' $$;
     create extension pg_trgm`,
  )
  return {
    url: urlTo('postgres'),
    stop: async () => {
      child.kill('SIGINT')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

function postmasterPid(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10)
}

async function query(url: string, text: string): Promise<unknown[]> {
  const { rows } = await withClient(url, (client) => client.query(text))
  return rows
}
