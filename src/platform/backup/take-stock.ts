import type pg from 'pg'
import { BackupError } from './backup-error.ts'
import { listTables } from './describe-database.ts'

/** By table, or column with money: how many rows, how many paise. By series: numbers that are missing. */
export interface Stock {
  rows: Map<string, bigint>
  money: Map<string, bigint>
  missing: Map<string, bigint>
}

export async function takeStock(pool: pg.Pool): Promise<Stock> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    const count = async (of: string, from: string): Promise<bigint> => {
      const { rows } = await client.query<{ n: string }>(`select ${of}::text as n from ${from}`)
      return BigInt(rows[0]?.n ?? 0)
    }
    const stock: Stock = { rows: new Map(), money: new Map(), missing: new Map() }
    for (const { name, columns } of await listTables(client)) {
      stock.rows.set(name, await count('count(*)', name))
      for (const column of columns.filter((column) => column.endsWith('_in_paise'))) {
        const sum = await count(`coalesce(sum(${column}), 0)`, name)
        stock.money.set(`${name}.${column}`, sum)
      }
      if (columns.includes('series') && columns.includes('number')) {
        const each = `(select max(number) - count(*) as n from ${name} group by series) as each`
        stock.missing.set(name, await count('coalesce(sum(n), 0)', each))
      }
    }
    return stock
  } finally {
    await client.query('reset statement_timeout')
    client.release()
  }
}

/** What differs, told; what may not is an error. */
export function compareStock(before: Stock, after: Stock): string[] {
  const lost = [...before.rows].filter(([name, rows]) => (after.rows.get(name) ?? 0n) < rows)
  const changed = [...before.money].filter(([name, sum]) => after.money.get(name) !== sum)
  const missing = [...after.missing].filter(([name, n]) => n !== before.missing.get(name))
  const faults = [
    ...lost.map(([name, n]) => `${name} had ${n} rows and has ${after.rows.get(name) ?? 'none'}`),
    ...changed.map(([name, n]) => `${name} was ${n} paise and is ${after.money.get(name)}`),
    ...missing.map(([name, n]) => `${n} numbers are missing in ${name}`),
  ]
  if (faults.length > 0) {
    throw new BackupError(`The update would not keep what there is: ${faults.join('; ')}.`)
  }
  return [...after.rows]
    .filter(([name, rows]) => rows !== before.rows.get(name) && name !== 'migrations')
    .map(([name, rows]) => `${name} had ${before.rows.get(name) ?? 'no'} rows and has ${rows}.`)
}
