import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = await mkdtemp(join(tmpdir(), 'academy-env-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

test.each([
  ['KEY=se#cret', 'se#cret'],
  ['KEY=#cret', '#cret'],
  ['  KEY = se#cret \t', 'se#cret'],
  ['KEY=secret # said the provider', 'secret # said the provider'],
  ["KEY=it's #1", "it's #1"],
  ['KEY="se#cret"', 'se#cret'],
  ["KEY='se#cret'", 'se#cret'],
  ['KEY=secret', 'secret'],
  ['KEY=', ''],
  ['# KEY=se#cret', undefined],
])('a command reads %j as the unit does', async (line, value) => {
  const path = join(folder, 'academy.env')
  await writeFile(path, `FIRST=1\n${line}\n# the last # of all\nLAST=2\n`)

  const program = `import { readEnvFile } from './scripts/env-file.js'
    console.log(JSON.stringify(readEnvFile(process.argv[1])))`
  const words = ['--input-type=module', '-e', program, path]
  const read: unknown = JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8' }))

  expect(read).toEqual({
    FIRST: '1',
    ...(value !== undefined && { KEY: value }),
    LAST: '2',
  })
})
