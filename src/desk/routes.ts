import type { Serve } from '../http/serve.ts'
import { StreamedAnswer } from '../http/streamed-answer.ts'
import { writeCsv } from '../platform/csv/write-csv.ts'
import type { Database } from '../platform/database/database.ts'
import {
  exportOrders as exportOrdersEndpoint,
  getDeskSummary,
  listDeskRefunds,
  listDifferences as listDifferencesEndpoint,
  listDisputes as listDisputesEndpoint,
  listSettlements as listSettlementsEndpoint,
  resolveDifference as resolveDifferenceEndpoint,
} from './contract.ts'
import { exportOrders, orderHeadings } from './export-orders.ts'
import { listDifferences } from './list-differences.ts'
import { listDisputes } from './list-disputes.ts'
import { listRefunds } from './list-refunds.ts'
import { listSettlements } from './list-settlements.ts'
import { resolveDifference } from './resolve-difference.ts'
import { summariseDesk } from './summarise-desk.ts'

export function deskRoutes(serve: Serve, { db }: { db: Database }): void {
  serve(getDeskSummary, () => summariseDesk(db))
  serve(listDeskRefunds, ({ query }) => listRefunds(db, query))
  serve(listDisputesEndpoint, ({ query }) => listDisputes(db, query))
  serve(listSettlementsEndpoint, ({ query }) => listSettlements(db, query))
  serve(listDifferencesEndpoint, ({ query }) => listDifferences(db, query))

  serve(resolveDifferenceEndpoint, async ({ params, body, caller, audit }) => {
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
    return { message: isNew ? 'The difference is resolved.' : 'It was resolved already.' }
  })

  serve(exportOrdersEndpoint, async ({ query, audit }) => {
    // Written first, so that nothing leaves without an entry.
    await audit(db, { subject: { kind: 'export', id: 'orders' }, after: query })
    const name = `orders-${query.from}-to-${query.to}.csv`
    const pieces = writeCsv(orderHeadings, exportOrders(db, query))
    return new StreamedAnswer({ name, type: 'text/csv', pieces })
  })
}
