import { eq, sql } from 'drizzle-orm'
import type { ResponseOf } from '../../../../http/endpoint.ts'
import type { Database } from '../../../../platform/database/database.ts'
import type { ChecklistItem, Finding } from '../../check-states.ts'
import type { testChecklistItem } from '../../contract.ts'
import { requestBackup } from '../backups/backup-state.ts'
import type { OperationsDependencies } from '../dependencies.ts'
import { checklistResults } from '../tables.ts'
import { type Check, listChecks, type Trial } from './list-checks.ts'

type CheckedItem = ResponseOf<typeof testChecklistItem>
type Result = typeof checklistResults.$inferSelect

/** What every item was found to be: by a look now, or when it was last tried. */
export async function readChecklist(deps: OperationsDependencies): Promise<CheckedItem[]> {
  const stored = await deps.db.select().from(checklistResults)
  const byItem = new Map(stored.map((result) => [result.item, result]))
  return Promise.all(
    listChecks(deps).map((check) => describeCheck(deps, check, byItem.get(check.item))),
  )
}

/**
 * The checklist as it is now: what others can be asked about without a mail to anybody is asked. Nothing
 * of it is kept.
 */
export async function examineChecklist(
  deps: OperationsDependencies,
): Promise<(Finding & { item: ChecklistItem })[]> {
  const known = await readChecklist(deps)
  const trials = new Map(listChecks(deps).map(({ item, trial }) => [item, trial]))
  return Promise.all(
    known.map(async ({ item, state, sentence }) => {
      const trial = item === 'mail' ? undefined : trials.get(item)
      return { item, ...(trial ? await trial.run({ email: '' }) : { state, sentence }) }
    }),
  )
}

/** Tries an item out. Undefined: the checklist does not have it. */
export async function testItem(
  deps: OperationsDependencies,
  item: ChecklistItem,
  caller: { email: string },
): Promise<CheckedItem | undefined> {
  const check = listChecks(deps).find((one) => one.item === item)
  if (check === undefined) return undefined
  if (check.trial && (await claimTrial(deps.db, item, check.trial))) {
    const finding = await check.trial.run(caller)
    await deps.db
      .update(checklistResults)
      .set({ ...finding, checkedAt: sql`clock_timestamp()` })
      .where(eq(checklistResults.item, item))
  }
  if (item === 'backup' && canTest(deps, check)) await requestBackup(deps.db)
  const [stored] = await deps.db
    .select()
    .from(checklistResults)
    .where(eq(checklistResults.item, item))
  const described = await describeCheck(deps, check, stored)
  return item === 'backup' && described.can_test
    ? { ...described, sentence: `${described.sentence} A new one was asked for and is under way.` }
    : described
}

/** False if the same was begun within ten seconds: a double click sends one mail. */
async function claimTrial(
  db: Database,
  item: ChecklistItem,
  { subject, untested }: Trial,
): Promise<boolean> {
  const fresh = {
    subject,
    state: 'todo' as const,
    sentence: untested,
    checkedAt: null,
    startedAt: sql`clock_timestamp()`,
  }
  const { startedAt } = checklistResults
  const claimed = await db
    .insert(checklistResults)
    .values({ item, ...fresh })
    .onConflictDoUpdate({
      target: checklistResults.item,
      set: fresh,
      setWhere: sql`clock_timestamp() - ${startedAt} > interval '10 seconds'
        or ${checklistResults.subject} <> ${subject}`,
    })
    .returning({ item: checklistResults.item })
  return claimed.length > 0
}

async function describeCheck(
  deps: OperationsDependencies,
  check: Check,
  stored: Result | undefined,
): Promise<CheckedItem> {
  const { item } = check
  const can_test = canTest(deps, check)
  if (check.look) {
    return { item, ...(await check.look()), checked_at: new Date().toISOString(), can_test }
  }
  if (stored === undefined || stored.subject !== check.trial.subject) {
    return { item, state: 'todo', sentence: check.trial.untested, checked_at: null, can_test }
  }
  const checked_at = stored.checkedAt?.toISOString() ?? null
  const trouble = stored.state === 'ok' ? await check.trial.findTrouble?.() : null
  if (trouble) return { item, state: 'failing', sentence: trouble, checked_at, can_test }
  return { item, state: stored.state, sentence: stored.sentence, checked_at, can_test }
}

function canTest({ settings }: OperationsDependencies, check: Check): boolean {
  return check.item === 'backup' ? settings.backup.store !== undefined : check.trial !== undefined
}
