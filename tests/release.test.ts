import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { shippedScripts } from '../scripts/shipped.ts'

const academy = (...words: string[]) =>
  spawnSync(process.execPath, ['scripts/academy.js', ...words], { encoding: 'utf8' })

test('every command of the operator comes along in a release, with what it imports', () => {
  const source = readFileSync('scripts/academy.js', 'utf8')
  const scripts = Array.from(source.matchAll(/\[\s*'([\w-]+\.js)'/g), ([, name = '']) => name)
  expect(scripts.length).toBeGreaterThan(5)

  const reached = new Set<string>()
  const reach = (name: string): void => {
    if (reached.has(name)) return
    reached.add(name)
    const text = readFileSync(`scripts/${name}`, 'utf8')
    for (const [, other = ''] of text.matchAll(
      /(?:from|import|URL)\s*\(?\s*'\.?\/?([\w-]+\.(?:js|json))'/g,
    ))
      reach(other)
  }
  for (const script of ['academy.js', ...scripts]) reach(script)

  expect(shippedScripts.test('memory.json')).toBe(true)
  expect([...reached].filter((name) => !shippedScripts.test(name))).toEqual([])
})

test('the operator is told which commands there are, and which one is none', () => {
  expect(academy('help')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('academy backup'),
  })
  expect(academy('version').stdout).toMatch(/^\d+\.\d+\.\d+ \(a checkout\)\n$/)
  const unknown = academy('bakcup')
  expect(unknown.status).toBe(2)
  expect(unknown.stderr).toContain('There is no command bakcup.')
})

test('the unit’s service has hardly anything to attack', () => {
  const unit = readFileSync('packaging/academy.service', 'utf8')

  for (const line of [
    'NoNewPrivileges=yes',
    'CapabilityBoundingSet=\n',
    'ProtectSystem=strict',
    'User=academy',
    'Type=notify',
    'NotifyAccess=all',
    'WatchdogSec=60',
  ]) {
    expect(unit).toContain(line)
  }
})
