import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const vitestReport = {
  testResults: [
    {
      name: 'quick.test.ts',
      startTime: 0,
      endTime: 20,
      status: 'passed',
      assertionResults: [{ status: 'passed', fullName: 'adds up' }],
    },
    {
      name: 'slow.test.ts',
      startTime: 0,
      endTime: 9_000,
      status: 'failed',
      assertionResults: [{ status: 'failed', fullName: 'is never lost' }],
    },
  ],
}
const playwrightReport = {
  suites: [
    {
      file: 'sign-in.test.ts',
      specs: [
        {
          title: 'somebody signs in',
          tests: [{ projectName: 'phone', status: 'expected', results: [{ duration: 3_000 }] }],
        },
      ],
    },
  ],
}

test('what fails keeps nothing else from being run, and all of it is told in the end', async () => {
  const root = await makeProject({
    biome: 'echo "a line is too long"; exit 1',
    vitest: `echo '${JSON.stringify(vitestReport)}' > .cache/vitest.json; exit 1`,
    playwright: `echo '${JSON.stringify(playwrightReport)}' > .cache/playwright.json`,
  })

  const { code, output } = await runCheck(root)

  expect(output).toContain('a line is too long')
  expect(output).toContain('✓ Types')
  expect(output).toContain('✓ Browser tests')
  expect(output).toContain('Failed: format, tests')
  expect(output).toContain('slow.test.ts: is never lost')
  expect(output).toMatch(/9\.0 s {2}slow\.test\.ts\n +3\.0 s {2}tests\/e2e\/sign-in\.test\.ts/)
  expect(output).toMatch(/\n2 passed, 2 failed\n$/)
  expect(code).toBe(1)
})

test('without a build the browser tests are not run, and that is no success', async () => {
  const root = await makeProject({ 'react-router': '[ "$1" = typegen ] || exit 3' })

  const { code, output } = await runCheck(root)

  expect(output).toContain('✗ Build')
  expect(output).toContain('✓ Tests')
  expect(output).toContain('Not run: there is no build to look at.')
  expect(output).toMatch(/\n0 passed, 2 failed\n$/)
  expect(code).toBe(1)
})

test('what the tests keep in memory is gone when they end', async () => {
  const root = await makeProject({
    vitest: 'touch "$TMPDIR/left-behind"; echo "$TMPDIR" > .cache/folder; exit 1',
  })

  const { code } = await runCheck(root)

  const folder = (await readFile(join(root, '.cache/folder'), 'utf8')).trim()
  expect(folder).toMatch(/^(\/dev\/shm\/academy-\w+)?$/) // none where there is little memory
  expect(existsSync(folder)).toBe(false)
  expect(code).toBe(1)
})

/** A project of these scripts and of commands that do as they are told, or nothing. */
async function makeProject(commands: Record<string, string>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'academy-check-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const bin = join(root, 'node_modules/.bin')
  for (const folder of [bin, join(root, 'build'), join(root, '.cache')]) {
    await mkdir(folder, { recursive: true })
  }
  await cp(join(import.meta.dirname, '../scripts'), join(root, 'scripts'), { recursive: true })
  for (const name of ['biome', 'oxlint', 'knip', 'tsc', 'react-router', 'vitest', 'playwright']) {
    await writeFile(join(bin, name), `#!/bin/sh\n${commands[name] ?? ''}\n`)
    await chmod(join(bin, name), 0o755)
  }
  await symlink(process.execPath, join(bin, 'node'))
  for (const name of [
    'package.json',
    'package-lock.json',
    'react-router.config.ts',
    'vite.config.ts',
  ]) {
    await writeFile(join(root, name), '{"type":"module"}')
  }
  const installed = createHash('sha256').update('{"type":"module"}')
  installed.update(`${process.platform} ${process.arch}`)
  await writeFile(join(root, 'node_modules/.academy-installed'), installed.digest('hex'))
  return root
}

function runCheck(root: string): Promise<{ code: number; output: string }> {
  const { TMPDIR: _, ...env } = process.env // may be that of the run that we are part of
  const options = { cwd: root, env }
  return new Promise((resolve) => {
    const child = execFile(process.execPath, ['scripts/check.js'], options, (_error, stdout) => {
      resolve({ code: child.exitCode ?? -1, output: stdout })
    })
  })
}
