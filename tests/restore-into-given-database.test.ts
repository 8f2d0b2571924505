import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { backUp } from '../src/platform/backup/back-up.ts'
import { setRestoreMark } from '../src/platform/backup/restore-mark.ts'
import { withClient } from '../src/platform/database/open-client.ts'
import { unique } from './support/factories.ts'
import { quickStart } from './support/quick-start.ts'
import { databaseUrl, dropDatabase, openTestDatabase } from './support/test-database.ts'

let folder = ''
let backup = ''
let dataDir = ''
let target: { name: string; url: string }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'academy-restore-'))
  backup = join(folder, 'academy.backup')
  const database = await openTestDatabase()
  await backUp({ databaseUrl: database.ownerUrl, dataDir: join(folder, 'no-data'), path: backup })
  await database.close()
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  const name = unique('given').replace('-', '_')
  await ask(inject('databaseServerUrl'), `create database ${name}`)
  target = { name, url: databaseUrl(inject('databaseServerUrl'), name) }
  dataDir = join(folder, name)
  return () => dropDatabase(name)
})

describe('npm run restore, into a database that DATABASE_URL names,', () => {
  test('refuses a folder of erasures that is not there before anything is restored', async () => {
    const missing = join(folder, 'erasuers')

    expect(await run(`--erasures=${missing}`)).toEqual({
      code: 1,
      output: `There is no folder ${missing} with notes of erasures: nothing was restored.\n`,
    })
    expect(existsSync(dataDir)).toBe(false)
    expect(await run()).toMatchObject({ code: 0 })
  })

  test('takes the notes of erasures that lie in DATA_DIR already', async () => {
    const notes = join(dataDir, 'erasures')
    await mkdir(notes, { recursive: true })
    await writeFile(join(notes, 'note.json'), 'a note')

    expect(await run(`--erasures=${notes}`)).toMatchObject({ code: 0 })
    expect(await readFile(join(notes, 'note.json'), 'utf8')).toBe('a note')
  })

  test('has come to its end once all rows are there: killed afterwards, the academy starts', async () => {
    // A second and more for every few pages that are looked at.
    await ask(target.url, `alter database ${target.name} set vacuum_cost_delay = 100`)
    await ask(target.url, `alter database ${target.name} set vacuum_cost_limit = 1`)
    const { child } = start()
    const looking = async () => {
      const analyzing = `select from pg_stat_activity where query = 'analyze' and datname = '${target.name}'`
      expect((await ask(target.url, analyzing)).rowCount).toBe(1)
    }
    await vi.waitFor(looking, { timeout: 500_000 })

    child.kill('SIGKILL')
    await once(child, 'close')

    expect(await readdir(dataDir)).toEqual([])
  })

  test('says what to do where one before it ended between its rows and its mark', async () => {
    await run()
    await setRestoreMark(dataDir, 'DATABASE_URL')

    expect(await run()).toEqual({
      code: 1,
      output:
        'The database is not empty. If nobody but the restore before this one wrote to it, it holds the whole backup: ' +
        `remove ${join(dataDir, 'restore.unfinished')} and start. Else name an empty one, or empty this one first.\n`,
    })
  })
})

async function run(...words: string[]) {
  const { child, output } = start(...words)
  await once(child, 'close')
  return { code: child.exitCode, output: output() }
}

function start(...words: string[]) {
  const program = 'src/bootstrap/restore-academy.ts'
  const child = spawn(process.execPath, [...quickStart, program, backup, ...words], {
    env: { PATH: process.env['PATH'], DATABASE_URL: target.url, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return { child, output: () => output }
}

function ask(url: string, statement: string): Promise<pg.QueryResult> {
  return withClient(url, (client) => client.query(statement))
}
