import { desc, sql } from 'drizzle-orm'
import type { BodyOf, ResponseOf } from '../../../http/endpoint.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { getChecklist, reportViolations } from '../contract.ts'
import { cspViolations } from './tables.ts'

/** Anybody may report anything: beyond so many different ones only those are counted that are known. */
const mostDifferent = 500

type Violation = Pick<typeof cspViolations.$inferSelect, 'directive' | 'blocked' | 'page'>

/**
 * Counts what browsers say was stopped: which rule, whose script or file, on which kind of page. Query,
 * ids, samples of text and who reported are not kept, nor what extensions of a browser tried.
 */
export async function keepViolations(db: Database, body: BodyOf<typeof reportViolations>) {
  const found = new Map(readReports(body).map((each) => [JSON.stringify(each), each]))
  // In one order, so that two who report the same do not wait for each other in a circle.
  const names = [...found.keys()].toSorted((one, other) => (one < other ? -1 : 1))
  const violations = names.flatMap((name) => found.get(name) ?? [])
  const isFull = (await db.$count(cspViolations)) >= mostDifferent
  const kept = isFull ? await keepKnown(db, violations) : violations
  if (kept.length === 0) return
  await db
    .insert(cspViolations)
    .values(kept)
    .onConflictDoUpdate({
      target: [cspViolations.directive, cspViolations.blocked, cspViolations.page],
      set: {
        reports: sql`${cspViolations.reports} + 1`,
        lastSeenAt: sql`clock_timestamp()`,
      },
    })
}

async function keepKnown(db: Database, violations: Violation[]): Promise<Violation[]> {
  const all = await db.select().from(cspViolations)
  return violations.filter(({ directive, blocked, page }) =>
    all.some((row) => row.directive === directive && row.blocked === blocked && row.page === page),
  )
}

/** The newest twenty. */
export async function listViolations(
  db: Database,
): Promise<ResponseOf<typeof getChecklist>['stopped']> {
  const newest = db.select().from(cspViolations).orderBy(desc(cspViolations.lastSeenAt)).limit(20)
  return (await newest).map(({ directive, blocked, page, reports, lastSeenAt }) => ({
    directive,
    blocked,
    page,
    reports,
    last_seen_at: lastSeenAt.toISOString(),
  }))
}

function readReports(body: BodyOf<typeof reportViolations>): Violation[] {
  const reports = Array.isArray(body)
    ? body.map(({ body }) => ({
        directive: body.effectiveDirective,
        blocked: body.blockedURL,
        page: body.documentURL,
        source: body.sourceFile,
      }))
    : [
        {
          directive: body['csp-report']['effective-directive'],
          blocked: body['csp-report']['blocked-uri'],
          page: body['csp-report']['document-uri'],
          source: body['csp-report']['source-file'],
        },
      ]
  return reports.flatMap(({ directive, blocked, page, source }) => {
    if (!directive || !/^[a-z-]{1,40}$/.test(directive)) return []
    if (/^[a-z-]+-extension:?/.test(source ?? '')) return []
    return { directive, blocked: originOf(blocked ?? ''), page: kindOf(page ?? '') }
  })
}

/** Of an address its origin, or its scheme; of what is none the word, such as `inline`. */
function originOf(blocked: string): string {
  if (/^[a-z-]{1,40}$/.test(blocked)) return blocked
  const url = URL.parse(blocked)
  if (!url) return 'unknown'
  return (url.host === '' ? url.protocol : url.origin).slice(0, 100)
}

/** The first part of the path, after the language: what follows may name somebody's things. */
function kindOf(page: string): string {
  const path = URL.parse(page)?.pathname ?? ''
  const [, kind = ''] = /^(?:\/[a-z]{2,3}(?=\/|$))?\/([a-z-]{1,30})(?:\/|$)/.exec(path) ?? []
  return `/${kind}`
}
