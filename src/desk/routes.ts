import type { Serve } from '../http/serve.ts'
import { StreamedAnswer } from '../http/streamed-answer.ts'
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
import { exportOrders } from './export-orders.ts'
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

  serve(resolveDifferenceEndpoint, async ({ params, body, caller }) => {
    const { id } = params
    const isNew = await resolveDifference(db, { id, note: body.note, byId: caller.learnerId })
    return { message: isNew ? 'The difference is resolved.' : 'It was resolved already.' }
  })

  serve(exportOrdersEndpoint, async ({ query }) => {
    const name = `orders-${query.from}-to-${query.to}.csv`
    return new StreamedAnswer({ name, type: 'text/csv', pieces: exportOrders(db, query) })
  })
}
