import { measureSpread, type Spread } from './measure-healing.ts'
import type { Report } from './report.ts'
import type { Tally } from './tally.ts'

const width = 62

/** The whole report as a table for people. */
export function printReport(report: Report): string {
  const { options, healingRun } = report
  const lines = [
    heading(`Payments under fire: ${options.purchases} purchases, seed ${options.seed}`),
    row('purchases under way at once', options.atOnce),
    row('driven in', `${report.drivenInSeconds} s`),
    heading('What the buyers did'),
    ...rows(report.purchases),
    heading('What was done to the academy'),
    ...rows(report.faults),
    heading('What became of it'),
    ...rows(report.outcomes),
    heading('Healing: from the money taken until the course was open'),
    spreadNames('orders'),
    ...report.healing.map((healing) => spread(healing.way, healing)),
    row('reconciler left to its own pace for', `${healingRun.waitedInSeconds} s`),
    row('orders and refunds not settled by then', healingRun.unsettled.length),
    ...healingRun.unsettled.slice(0, 20).map((what) => `  ${what}`),
    row('pauses of hours brought forward by hand (rows)', healingRun.broughtForward),
    heading('Away: from kill -9 until it answered again'),
    spreadNames('kills'),
    spread('the server', measureSpread(report.absences.server)),
    spread('the database', measureSpread(report.absences.database)),
    heading('What must be 0'),
    ...Object.entries(report.violations).map(([rule, found]) => row(rule, found.length)),
    row('wrong answers, or the server ending by itself', report.breaches.length),
    '',
    ...report.breaches.map((breach) => `! ${breach}`),
    ...Object.entries(report.violations).flatMap(([rule, found]) =>
      found.map((what) => `! ${rule}: ${what}`),
    ),
    ...report.timelines.flatMap(({ razorpayOrderId, lines }) => [
      heading(razorpayOrderId),
      ...lines,
    ]),
  ]
  return lines.join('\n')
}

function heading(text: string): string {
  return `\n${text}\n${'─'.repeat(width + 18)}`
}

function rows(tally: Tally): string[] {
  return tally.rows().map(([name, count]) => row(name, count))
}

function row(name: string, value: number | string): string {
  return `${name.padEnd(width)}${String(value).padStart(18)}`
}

function spreadNames(counted: string): string {
  return spreadRow('', [counted, 'median', '99 %', 'worst'])
}

function spread(name: string, { count, medianInMs, p99InMs, worstInMs }: Spread): string {
  return spreadRow(name, [String(count), ...[medianInMs, p99InMs, worstInMs].map(seconds)])
}

function spreadRow(name: string, cells: string[]): string {
  return name.padEnd(width - 22) + cells.map((cell) => cell.padStart(10)).join('')
}

function seconds(inMs: number): string {
  return `${(inMs / 1000).toFixed(inMs < 10_000 ? 2 : 1)} s`
}
