import { and, desc, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { QueryOf, ResponseOf } from '../../../http/endpoint.ts'
import { cutPage } from '../../../platform/database/cut-page.ts'
import type { Database } from '../../../platform/database/database.ts'
import { toRupees } from '../../../shared/money.ts'
import { users } from '../../accounts/server/tables.ts'
import { orders } from '../../checkout/server/tables.ts'
import type * as finance from '../contract.ts'
import { differences } from './tables.ts'

const resolvers = alias(users, 'resolvers')

export async function listDifferences(
  db: Database,
  { state, cursor, limit }: QueryOf<typeof finance.listDifferences>,
): Promise<ResponseOf<typeof finance.listDifferences>> {
  const rows = await db
    .select({
      difference: differences,
      id: differences.id,
      resolvedBy: resolvers.name,
      order: orders,
      user: users,
    })
    .from(differences)
    .leftJoin(resolvers, eq(resolvers.id, differences.resolvedBy))
    .leftJoin(orders, eq(orders.id, differences.orderId))
    .leftJoin(users, eq(users.id, orders.learnerId))
    .where(
      and(
        state === 'open' ? isNull(differences.resolvedAt) : isNotNull(differences.resolvedAt),
        cursor === undefined ? undefined : lt(differences.id, cursor),
      ),
    )
    .orderBy(desc(differences.id))
    .limit(limit + 1)
  const { page, next_cursor } = cutPage(rows, limit)
  return {
    differences: page.map(({ difference, resolvedBy, order, user }) => ({
      id: difference.id,
      kind: difference.kind,
      message: difference.message,
      entity_id: difference.entityId,
      settlement_id: difference.settlementId === '' ? null : difference.settlementId,
      payment_id: difference.orderId,
      razorpay_payment_id: order?.razorpayPaymentId ?? null,
      user_id: user?.id ?? null,
      user_name: user?.name ?? null,
      user_email: user?.email ?? null,
      expected: inRupees(difference.expectedInPaise),
      found: inRupees(difference.foundInPaise),
      found_at: difference.foundAt.toISOString(),
      resolved_at: difference.resolvedAt?.toISOString() ?? null,
      resolved_by: resolvedBy,
      note: difference.note,
    })),
    next_cursor,
  }
}

function inRupees(paise: number | null): number | null {
  return paise === null ? null : toRupees(paise)
}
