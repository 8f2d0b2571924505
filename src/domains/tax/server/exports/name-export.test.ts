import { expect, test } from 'vitest'
import { exportOrders } from '../../../finance/contract.ts'
import { nameExport } from './name-export.ts'

test.each([
  [{}, 'orders-all.csv'],
  [{ from: '2026-04-01' }, 'orders-from-2026-04-01.csv'],
  [{ to: '2026-04-30' }, 'orders-to-2026-04-30.csv'],
  [{ from: '2026-04-01', to: '2026-04-30' }, 'orders-2026-04-01-to-2026-04-30.csv'],
])('a file of the days %o is named %s', (days, name) => {
  expect(nameExport('orders', exportOrders.query.parse(days))).toBe(name)
})
