import { expect, test } from 'vitest'
import { printReport } from '../bench/payments/print-report.ts'
import { isClean } from '../bench/payments/report.ts'
import { runPaymentsBench } from '../bench/payments/run.ts'

/** The same plan each time; what the machine makes of it differs. `npm run bench:payments` takes others. */
const seed = 2026

test(`thirty purchases under faults, closed browsers and kill -9: nothing lost, nothing doubled (seed ${seed})`, async () => {
  const report = await runPaymentsBench(
    {
      seed,
      purchases: 30,
      atOnce: 16,
      workers: 1,
      cluster: false,
      serverKills: 1,
      databaseKills: 1,
      patienceInSeconds: 0,
      limitInSeconds: 400,
      keep: false,
      publish: false,
    },
    () => undefined,
  )

  expect(isClean(report), printReport(report)).toBe(true)
  expect(report.absences.server).toHaveLength(3)
  expect(report.absences.database).toHaveLength(1)
  expect(report.healing.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(10)
})
