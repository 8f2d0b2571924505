import { expect, test } from 'vitest'
import { openTestDatabase } from '../../../tests/support/test-database.ts'
import { compareStock, takeStock } from './take-stock.ts'

test('rows, money and numbers that a migration loses are told, and what it adds is no loss', async () => {
  const database = await openTestDatabase()
  const { pool } = database.owner
  await pool.query(`create table bills (series text, number integer, price_in_paise bigint);
    insert into bills values ('A', 1, 100), ('A', 2, 200), ('A', 3, 300)`)
  const before = await takeStock(pool)

  await pool.query('create table remarks (id integer)')
  expect(compareStock(before, await takeStock(pool))).toEqual(['remarks had no rows and has 0.'])
  await pool.query("insert into bills values ('B', 1, 0)")
  expect(compareStock(before, await takeStock(pool))).toContain('bills had 3 rows and has 4.')
  await pool.query('update bills set price_in_paise = 201 where number = 2')
  const dearer = await takeStock(pool)
  expect(() => compareStock(before, dearer)).toThrow(
    'bills.price_in_paise was 600 paise and is 601',
  )
  await pool.query("delete from bills where number = 2 or series = 'B'")
  const poorer = await takeStock(pool)
  await database.close()
  expect(() => compareStock(before, poorer)).toThrow(
    /bills had 3 rows and has 2; .*1 numbers are missing in bills/,
  )
})
