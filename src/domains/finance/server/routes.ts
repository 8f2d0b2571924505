import type { Audit } from '../../../http/server/audit.ts'
import type { Serve } from '../../../http/server/serve.ts'
import { StreamedResponse } from '../../../http/server/streamed-response.ts'
import { writeCsv } from '../../../platform/csv/write-csv.ts'
import type { Database } from '../../../platform/database/database.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { nameExport } from '../../tax/server/exports/name-export.ts'
import type { Period } from '../../tax/server/exports/select-documents.ts'
import * as finance from '../contract.ts'
import { exportOrders, orderHeadings } from './export-orders.ts'
import { listDifferences } from './list-differences.ts'
import { listDisputes } from './list-disputes.ts'
import { listFailedRefunds, listRefunds } from './list-refunds.ts'
import { listSales } from './list-sales.ts'
import { listSettlements } from './list-settlements.ts'
import { resolveDifference } from './resolve-difference.ts'
import { summariseFinance } from './summarise-finance.ts'
import { summariseMonth } from './summarise-month.ts'

export function financeRoutes(serve: Serve, { db }: { db: Database }): void {
  serve(finance.getFinanceSummary, () => summariseFinance(db))
  serve(finance.getMonth, ({ query }) => summariseMonth(db, query.month))
  serve(finance.listFinanceRefunds, ({ query }) => listRefunds(db, query))
  serve(finance.listFailedRefunds, () => listFailedRefunds(db))
  serve(finance.listDisputes, ({ query }) => listDisputes(db, query))
  serve(finance.listSettlements, ({ query }) => listSettlements(db, query))
  serve(finance.listDifferences, ({ query }) => listDifferences(db, query))

  serve(finance.resolveDifference, async ({ params, body, caller, audit }) => {
    const { id } = params
    const isNew = await db.transaction(async (db) => {
      const resolved = await resolveDifference(db, { id, note: body.note, byId: caller.learnerId })
      const { message, orderId, expectedInPaise, foundInPaise } = resolved.difference
      await audit(db, {
        subject: { kind: 'difference', id: String(id) },
        before: {
          message,
          order_id: orderId,
          expected_in_paise: expectedInPaise,
          settled_in_paise: foundInPaise,
        },
        reason: body.note,
      })
      return resolved.isNew
    })
    return { message: isNew ? t('The difference is resolved.') : t('It was resolved already.') }
  })

  const inPieces =
    (kind: string, write: (period: Period) => AsyncIterable<string>) =>
    async ({ query, audit }: { query: Period; audit: Audit }): Promise<StreamedResponse> => {
      // Written first, so that nothing leaves without an entry.
      await audit(db, { subject: { kind: 'export', id: kind }, after: query })
      const name = nameExport(kind, query)
      return new StreamedResponse({ name, type: 'text/csv', pieces: write(query) })
    }
  serve(
    finance.exportOrders,
    inPieces('orders', (period) => writeCsv(orderHeadings, exportOrders(db, period))),
  )
  serve(
    finance.exportSales,
    inPieces('sales-register', (period) => listSales(db, period)),
  )
}
