import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './run.js'

/**
 * The test files of one run of Vitest or Playwright, as their JSON reporters wrote it: how long each took,
 * how many of its tests passed, and the titles of those that failed. None if the run broke off.
 */
export function readReport(path) {
  if (!existsSync(join(root, path))) return []
  const report = JSON.parse(readFileSync(join(root, path), 'utf8'))
  return 'testResults' in report
    ? report.testResults.map(readVitestFile)
    : report.suites.map(readPlaywrightFile)
}

function readVitestFile({ name, startTime, endTime, status, assertionResults, message }) {
  const withState = (state) => assertionResults.filter((test) => test.status === state)
  const failed = withState('failed').map(({ fullName }) => fullName)
  if (status === 'failed' && failed.length === 0) failed.push(message.split('\n')[0])
  return {
    name: relative(root, name),
    durationInMs: endTime - startTime,
    passed: withState('passed').length,
    failed,
  }
}

function readPlaywrightFile(suite) {
  const tests = listSpecs(suite).flatMap(({ title, tests }) =>
    tests.map((test) => ({ ...test, title: `${title} (${test.projectName})` })),
  )
  const durations = tests.flatMap(({ results }) => results.map(({ duration }) => duration))
  return {
    name: join('tests/e2e', suite.file),
    durationInMs: durations.reduce((sum, duration) => sum + duration, 0),
    passed: tests.filter(({ status }) => status === 'expected').length,
    failed: tests.filter(({ status }) => status === 'unexpected').map(({ title }) => title),
  }
}

function listSpecs({ specs, suites = [] }) {
  return [...specs, ...suites.flatMap(listSpecs)]
}
