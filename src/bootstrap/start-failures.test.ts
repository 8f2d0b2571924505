import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { type FakePostgres, startFakePostgres } from '../../tests/support/fake-postgres.ts'
import { findFreePair } from '../../tests/support/find-free-pair.ts'
import { databaseUrl, openTestDatabase } from '../../tests/support/test-database.ts'

const root = join(import.meta.dirname, '../..')
const isRoot = process.getuid?.() === 0
const nobody = 65_534
const undo: (() => unknown)[] = []

afterAll(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

/** Side by side, as they mostly wait: for a server that is silent, or for another's two seconds. */
const options = { concurrent: true }

describe('the start ends with one sentence and exit code 1', options, () => {
  describe.each([
    ['the server itself', 'src/main.ts', {}],
    ['npm start', 'scripts/start.js', {}],
    ['two workers', 'src/main.ts', { WORKERS: '2' }],
  ])('of %s', (_, program, env: Record<string, string>) => {
    test('when the port is in use', async () => {
      const port = await occupyPort()

      const start = await run(program, { ...env, ...(await aDatabase()), PORT: String(port) })

      expect(start).toEqual(sentence(`port ${port} of 127.0.0.1 is in use by another program`))
    })

    test('when the database cannot be reached', async () => {
      const start = await run(program, {
        ...env,
        DATABASE_URL: 'postgresql://asha:open-sesame@localhost:1/academy',
      })

      expect(start).toEqual(sentence('nothing answers at localhost:1'))
    })

    test('when something breaks that nobody thought of', async () => {
      const fault = `if (/main.ts$/.test(process.argv[1]))
        setTimeout(() => Promise.reject(new Error('A wheel\\n\\tcame off')), 300)`
      const slow = await fakeDatabase({ kind: 'hangs up', afterInMs: 2_000 })

      const start = await run(program, {
        ...env,
        DATABASE_URL: slow.url,
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fault)}`,
      })

      expect(start).toEqual(sentence('A wheel came off'))
    })
  })

  test("when the sandbox's port is in use", async () => {
    const port = await occupySecondOfPair()

    const start = await run('src/main.ts', {
      ...(await aDatabase()),
      RAZORPAY_API_URL: '',
      PORT: String(port - 1),
    })

    expect(start).toEqual(sentence(`port ${port} of 127.0.0.1 is in use by another program`))
  })

  test('when the sandbox has no port left', async () => {
    const start = await run('src/main.ts', {
      ...(await aDatabase()),
      RAZORPAY_API_URL: '',
      PORT: '65535',
    })

    expect(start).toEqual(sentence('PORT + 1'))
  })

  test.each([
    ['hello', 'DATABASE_URL'],
    ['mysql://localhost/academy', 'DATABASE_URL'],
    ['postgresql://asha:open-sesame@local host:5432/academy', 'DATABASE_URL'],
    ['postgresql://asha:open-sesame@no-such-host.invalid/academy', 'no-such-host.invalid'],
  ])('when %s is no database', async (url, words) => {
    const start = await run('src/main.ts', { DATABASE_URL: url })

    expect(start).toEqual(sentence(words))
  })

  test.each([
    ['28P01', 'password authentication failed for user "asha"', 'user name or the password'],
    ['28000', 'no pg_hba.conf entry for host "10.0.0.1"', 'no pg_hba.conf entry'],
    ['53300', 'sorry, too many clients already', 'too many clients'],
  ])('when the database refuses with %s', async (code, message, words) => {
    const { url } = await fakeDatabase({ kind: 'refuses', code, message })

    const start = await run('src/main.ts', { DATABASE_URL: url })

    expect(start).toEqual(sentence(words))
  })

  test('when the database is too old', async () => {
    const { url } = await fakeDatabase({ kind: 'has version', number: '140011' })

    const start = await run('src/main.ts', { DATABASE_URL: url })

    expect(start).toEqual(sentence('PostgreSQL 14, but 15 or newer is needed'))
  })

  test.each([['speaks http'], ['is silent']] as const)(
    'when what answers in place of a database %s',
    async (kind) => {
      const { url } = await fakeDatabase({ kind })

      const start = await run('src/main.ts', { DATABASE_URL: url })

      expect(start).toEqual(sentence(new URL(url).host))
    },
  )

  test('when the database of that name does not exist', async () => {
    const url = databaseUrl(inject('databaseServerUrl'), 'no_such_database')

    const start = await run('src/main.ts', { DATABASE_URL: url })

    expect(start).toEqual(sentence('database "no_such_database" does not exist'))
  })

  test('when its user may not make tables in the database', async () => {
    const database = await openTestDatabase()
    undo.push(() => database.close())
    await database.owner.pool.query('drop table migrations')
    await database.owner.pool.query('revoke create on schema public from pg_database_owner')

    const start = await run('src/main.ts', { DATABASE_URL: database.ownerUrl })

    expect(start).toEqual(sentence('permission denied for schema public'))
  })

  test('when the data are those of another PostgreSQL', async () => {
    const dataDir = makeFolder()
    mkdirSync(join(dataDir, 'postgres'))
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n')

    const start = await run('src/main.ts', { DATA_DIR: dataDir })

    expect(start).toEqual(sentence('PostgreSQL 17, and this is PostgreSQL 18'))
  })

  test('when what lies in the place of the data is no database', async () => {
    const dataDir = makeFolder()
    mkdirSync(join(dataDir, 'postgres'))

    const start = await run('src/main.ts', { DATA_DIR: dataDir })

    expect(start).toEqual(sentence('no database of PostgreSQL'))
  })

  test('when DATA_DIR is a file', async () => {
    const file = join(makeFolder(), 'data')
    writeFileSync(file, '')

    const start = await run('src/main.ts', { DATA_DIR: file })

    expect(start).toEqual(sentence(`${file} (DATA_DIR) is not a folder`))
  })

  test('when DATA_DIR may not be written', async () => {
    const folder = makeFolder()
    chmodSync(folder, 0o555)

    const start = await run('src/main.ts', { DATA_DIR: folder }, isRoot ? nobody : undefined)
    const below = await run(
      'src/main.ts',
      { DATA_DIR: join(folder, 'data') },
      isRoot ? nobody : undefined,
    )

    expect(start).toEqual(sentence(`may not write in ${folder} (DATA_DIR)`))
    expect(below).toEqual(sentence(`may not write in ${join(folder, 'data')} (DATA_DIR)`))
  })

  test.skipIf(!canMount())('when the disk is full', async () => {
    const tooSmall = mountDisk('8m')
    const full = mountDisk('8m')
    try {
      writeFileSync(join(full, 'filler'), Buffer.alloc(9_000_000))
    } catch {
      // as it should be: nothing more goes in
    }

    expect(await run('src/main.ts', { DATA_DIR: tooSmall })).toEqual(sentence('no space left'))
    expect(await run('src/main.ts', { DATA_DIR: full })).toEqual(sentence('no space left'))
  })
})

/** One line for a person, with these words in it; nothing that only a programmer can read. */
function sentence(words: string) {
  const escaped = words.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  const isOne = new RegExp(`^(?=.*${escaped})(?!.*open-sesame)[^\\n]+\\.\\n$`, 'i')
  return { code: 1, stderr: expect.stringMatching(isOne) }
}

/** Runs a start to its end, with a sandbox that is somebody else's unless told otherwise. */
async function run(
  program: string,
  env: Record<string, string>,
  uid?: number,
): Promise<{ code: number | null; stderr: string }> {
  const child = spawn(process.execPath, [program], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(uid !== undefined && { uid, gid: uid }),
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      DATA_DIR: makeFolder(),
      RAZORPAY_API_URL: 'http://127.0.0.1:9',
      SEED: 'none',
      ...env,
    },
  })
  undo.push(() => end(child))
  let stderr = ''
  child.stderr.on('data', (text: Buffer) => {
    stderr += text.toString()
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, stderr: stderr.replace('Building the pages…\n', '') }
}

function end(child: ChildProcess): void {
  if (child.exitCode === null) child.kill('SIGKILL')
}

async function aDatabase(): Promise<{ DATABASE_URL: string }> {
  const database = await openTestDatabase()
  undo.push(() => database.close())
  return { DATABASE_URL: database.ownerUrl }
}

async function fakeDatabase(
  answer: Parameters<typeof startFakePostgres>[0],
): Promise<FakePostgres> {
  const fake = await startFakePostgres(answer)
  undo.push(() => fake.close())
  return fake
}

/** A port that somebody listens on. */
async function occupyPort(wanted = 0): Promise<number> {
  const server = createServer().listen(wanted, '127.0.0.1')
  await once(server, 'listening')
  undo.push(() => server.close())
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

/** The port before it is free, and no test takes half a pair. */
async function occupySecondOfPair(): Promise<number> {
  for (;;) {
    const port = (await findFreePair()) + 1
    const isOurs = await occupyPort(port).catch(() => null)
    if (isOurs !== null) return port
  }
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'academy-start-'))
  chmodSync(folder, 0o755)
  undo.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function mountDisk(size: string): string {
  const folder = makeFolder()
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'none', folder])
  undo.push(() => execFileSync('umount', ['--lazy', folder]))
  return folder
}

/** Only root may, and not in every container. */
function canMount(): boolean {
  if (!isRoot || process.platform !== 'linux') return false
  try {
    mountDisk('1m')
    return true
  } catch {
    return false
  }
}
