import { and, eq } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import type { Database } from '../../../../platform/database/database.ts'
import { taxDocuments } from '../../../tax/server/tables.ts'
import { receipts } from '../tables.ts'

const paperNumber = /^([A-Z\d]{1,5}\/\d{4})\/(\d{5,8})$/

/** The orders, one at most, whose receipt, invoice or credit note bears exactly this number. */
export async function findByNumber(db: Database, word: string): Promise<string[]> {
  const [documentNumber, series, number] = paperNumber.exec(word.trim().toUpperCase()) ?? []
  if (documentNumber === undefined || series === undefined) return []
  const isReceipt = and(eq(receipts.series, series), eq(receipts.number, Number(number)))
  const found = await union(
    db.select({ id: receipts.orderId }).from(receipts).where(isReceipt),
    db
      .select({ id: taxDocuments.orderId })
      .from(taxDocuments)
      .where(eq(taxDocuments.documentNumber, documentNumber)),
  )
  return found.map(({ id }) => id)
}
