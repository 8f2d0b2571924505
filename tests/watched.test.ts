import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logFieldsAbout } from '../src/domains/privacy/server/register/mails-and-log.ts'
import { startTestServer, type TestServer } from './support/start-test-server.ts'

const rulesFile = 'packaging/watch/academy-alerts.yml'
const rules = readFileSync(rulesFile, 'utf8')
const dashboard: {
  panels: { title: string; targets: { expr: string }[] }[]
} = JSON.parse(readFileSync('packaging/watch/grafana-dashboard.json', 'utf8'))

const promtool = process.env['PROMTOOL'] ?? 'promtool'
const hasPromtool = spawnSync(promtool, ['--version']).status === 0

/** For each alert a state in which it fires, and how long that must have been so. */
const states: Record<string, { series: Record<string, string>; after: string; labels?: object }> = {
  AcademyDown: { series: { 'up{job="academy"}': '0x20' }, after: '5m', labels: { job: 'academy' } },
  AcademyFails: {
    series: {
      'http_request_duration_seconds_count{status="200"}': '0+100x40',
      'http_request_duration_seconds_count{status="500"}': '0+5x40',
    },
    after: '20m',
  },
  AcademySlow: {
    series: {
      'http_request_duration_seconds_bucket{le="0.5"}': '0+10x40',
      'http_request_duration_seconds_bucket{le="2"}': '0+100x40',
      'http_request_duration_seconds_bucket{le="+Inf"}': '0+100x40',
    },
    after: '30m',
  },
  AcademyBusy: { series: { nodejs_eventloop_lag_p99_seconds: '0.4x40' }, after: '20m' },
  AcademyBackupOld: { series: { academy_backup_age_seconds: '180000+60x40' }, after: '20m' },
  AcademyRestoreUnproven: {
    series: { academy_proven_restore_age_seconds: '780000+60x40' },
    after: '20m',
  },
  AcademyWebhooksUnsigned: { series: { academy_unsigned_webhooks_total: '0+1x40' }, after: '15m' },
  AcademyMemory: {
    series: { 'process_resident_memory_bytes{job="academy"}': '1100000000x40' },
    after: '30m',
    labels: { job: 'academy' },
  },
  AcademyFiles: {
    series: {
      'process_open_fds{job="academy"}': '900x40',
      'process_max_fds{job="academy"}': '1024x40',
    },
    after: '10m',
    labels: { job: 'academy' },
  },
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('every metric that an alert or a panel names is one of the academy’s', async () => {
  const answer = await fetch(`${server.baseUrl}/metrics`)
  const known = new Set(Array.from((await answer.text()).matchAll(/^# TYPE (\S+)/gm), ([, n]) => n))
  const alerts = Array.from(rules.matchAll(/^ +expr: (.*)$/gm), ([, expr = '']) => expr)
  const panels = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  const named = [...alerts, ...panels].flatMap((expr) =>
    Array.from(expr.matchAll(/\b(?:http|academy|nodejs|process)_\w+/g), ([name]) =>
      name.replace(/(?<=^http_request_duration_seconds)_(bucket|count|sum)$/, ''),
    ),
  )

  expect({ alerts: alerts.length, panels: panels.length > 10 }).toEqual({ alerts: 9, panels: true })
  expect(named.filter((name) => !known.has(name))).toEqual([])
})

test('every alert says what to do, and has a state in which it fires', () => {
  const alerts = Array.from(rules.matchAll(/- alert: (\w+)/g), ([, name]) => name)

  expect(alerts).toEqual(Object.keys(states))
  expect(rules.match(/summary:\s+"[^"]{20,}"/g)).toHaveLength(alerts.length)
})

test.skipIf(!hasPromtool)('Prometheus takes the rules, and each fires in its state', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'academy-alerts-'))
  const cases = Object.entries(states).map(([alertname, { series, after, labels }]) => ({
    name: alertname,
    interval: '1m',
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    alert_rule_test: [
      {
        alertname,
        eval_time: after,
        exp_alerts: [
          {
            exp_labels: { ...labels, severity: labelOf(alertname, 'severity: (\\w+)') },
            exp_annotations: { summary: labelOf(alertname, 'summary:\\s+"([^"]*)"') },
          },
        ],
      },
    ],
  }))
  const file = join(folder, 'states.yml')
  await writeFile(file, JSON.stringify({ rule_files: [resolve(rulesFile)], tests: cases }))

  const tested = spawnSync(promtool, ['test', 'rules', file], { encoding: 'utf8' })
  const config = spawnSync(promtool, ['check', 'config', 'packaging/watch/prometheus.yml'], {
    encoding: 'utf8',
  })
  await rm(folder, { recursive: true })

  expect(`${tested.stdout}${tested.stderr}`).toContain('SUCCESS')
  expect({ tested: tested.status, config: config.status }).toEqual({ tested: 0, config: 0 })
})

function labelOf(alert: string, form: string): string {
  const [, rule = ''] = rules.split(new RegExp(`- alert: ${alert}\\n`))
  return new RegExp(form).exec(rule)?.[1] ?? ''
}

test('every field that a line of the log may have stands in the manual, and in the register of personal data', () => {
  const sources = globSync('src/**/*.ts').filter((path) => !path.includes('.test.'))
  const calls = /\blog\.(?:warn|error|info|fatal)\(\s*\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}/g
  const fields = sources.flatMap((path) =>
    Array.from(readFileSync(path, 'utf8').matchAll(calls), ([, body = '']) => body)
      .flatMap((body) => body.split(/,(?![^({]*[)}])/))
      .flatMap((part) => /^\s*(\w+)/.exec(part)?.[1] ?? []),
  )
  const manual = readFileSync('docs/operations.md', 'utf8')
  const [, table = ''] = manual.split('| field | what it says |\n')
  const [told = ''] = table.split('\n\n')

  expect(fields.length).toBeGreaterThan(20)
  const known = [...new Set(fields)].toSorted()
  expect(known.filter((field) => !told.includes(`\`${field}\``))).toEqual([])
  expect(Object.keys(logFieldsAbout).toSorted()).toEqual(known)
})
