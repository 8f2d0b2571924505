import { and, desc, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import { users } from '../accounts/tables.ts'
import type { AnswerOf, QueryOf } from '../http/endpoint.ts'
import type { Database } from '../platform/database/database.ts'
import type { listDifferences as listDifferencesEndpoint } from './contract.ts'
import { cutPage } from './page.ts'
import { differences } from './tables.ts'

export async function listDifferences(
  db: Database,
  { state, cursor, limit }: QueryOf<typeof listDifferencesEndpoint>,
): Promise<AnswerOf<typeof listDifferencesEndpoint>> {
  const rows = await db
    .select({ difference: differences, id: differences.id, resolvedBy: users.name })
    .from(differences)
    .leftJoin(users, eq(users.id, differences.resolvedBy))
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
    differences: page.map(({ difference, resolvedBy }) => ({
      id: difference.id,
      kind: difference.kind,
      message: difference.message,
      entity_id: difference.entityId,
      settlement_id: difference.settlementId === '' ? null : difference.settlementId,
      payment_id: difference.orderId,
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
  return paise === null ? null : paise / 100
}
