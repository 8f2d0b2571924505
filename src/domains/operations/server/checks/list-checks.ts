import { ownsTables } from '../../../../platform/database/serving-role.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { countDue } from '../../../complaints/server/read-complaint.ts'
import { listUnreadPolicies } from '../../../content/server/read-pages.ts'
import { editableSettings } from '../../../site/server/editable-settings.ts'
import type { ChecklistItem, Finding } from '../../check-states.ts'
import { readBackupState } from '../backups/backup-state.ts'
import { evaluateBackups } from '../backups/evaluate-backups.ts'
import type { OperationsDependencies } from '../dependencies.ts'
import { readGrievanceOfficer } from '../grievance-officer.ts'
import { checkHttps } from './check-https.ts'
import { checkMail } from './check-mail.ts'
import { checkPaymentKeys } from './check-payment-keys.ts'
import { checkWebhook } from './check-webhook.ts'
import { evaluateTax } from './evaluate-tax.ts'

/** Somebody else is asked, so only when a person wants it. */
export interface Trial {
  /** What is tried, e.g. the mail server: a result about another one counts no more. */
  subject: string
  /** What to say before it was tried. */
  untested: string
  run: (caller: { email: string }) => Promise<Finding>
  /** What has shown since that it does not work, whatever was found; null: nothing. */
  findTrouble?: () => Promise<string | null>
}

/** What is looked up each time, or tried on request. */
export type Check = { item: ChecklistItem } & (
  | { look: () => Promise<Finding>; trial?: never }
  | { trial: Trial; look?: never }
)

/** The checklist, in the order in which an owner goes through it. */
export function listChecks(deps: OperationsDependencies): Check[] {
  const { db, settings } = deps
  return [
    checkMail(deps),
    checkPaymentKeys(deps),
    { item: 'webhook', look: () => checkWebhook(db) },
    checkHttps(deps.publicUrl()),
    { item: 'brand', look: async () => judgeBrand(settings) },
    { item: 'figures', look: async () => judgeFigures(settings) },
    { item: 'policies', look: () => lookForPolicies(deps) },
    { item: 'grievance_officer', look: () => lookForOfficer(deps) },
    { item: 'tax', look: () => evaluateTax(db) },
    { item: 'backup', look: () => lookForBackups(deps) },
    { item: 'database_roles', look: () => lookForRoles(deps) },
  ]
}

/** The demo's addresses end in a name that nobody can own. */
function judgeBrand({ brand }: OperationsDependencies['settings']): Finding {
  if (brand.supportEmail.endsWith('.example')) {
    return {
      state: 'todo',
      sentence: t(
        'The brand is still the demo’s: give the academy its own name, address and support in the settings (BRAND_NAME, SUPPORT_EMAIL, SUPPORT_PHONE, SUPPORT_HOURS, POSTAL_ADDRESS).',
      ),
    }
  }
  return {
    state: 'ok',
    sentence: t('{name}, reached at {email}.', {
      name: brand.name,
      email: brand.supportEmail,
    }),
  }
}

/** What the pages claim has to be true: with live keys they claim only what was set. */
function judgeFigures({
  figures,
  unsetFigures,
  sandbox,
}: OperationsDependencies['settings']): Finding {
  if (unsetFigures.length > 0) {
    const now = sandbox
      ? t('The sandbox shows the demo’s in their place; with live keys no page does.')
      : t('Until then no page shows them.')
    return {
      state: 'todo',
      sentence: t('Set each of these to what is true of the academy, or to none: {names}. {now}', {
        names: unsetFigures
          .map((name) => `${t(editableSettings[name].label)} (${name})`)
          .join(', '),
        now,
      }),
    }
  }
  const { guaranteeInDays: _, ...claims } = figures
  const shown = Object.values(claims).filter((figure) => figure !== null)
  return {
    state: 'ok',
    sentence:
      shown.length === 0
        ? t('The pages show no figures.')
        : t('The pages show {shown} of {all} figures, as they were set.', {
            shown: shown.length,
            all: Object.keys(claims).length,
          }),
  }
}

/** What learners agree to has to be somebody's word. */
async function lookForPolicies({ db }: OperationsDependencies): Promise<Finding> {
  const unread = await listUnreadPolicies(db)
  return unread.length > 0
    ? {
        state: 'todo',
        sentence: t(
          'Read what the academy promises, and change it or say that it holds: {pages}.',
          {
            pages: unread.map((address) => `/${address}`).join(', '),
          },
        ),
      }
    : { state: 'ok', sentence: t('An owner has read what the academy promises.') }
}

async function lookForOfficer({ db }: OperationsDependencies): Promise<Finding> {
  const officer = await readGrievanceOfficer(db)
  const { overdue } = await countDue(db)
  if (overdue > 0) {
    return {
      state: 'failing',
      sentence: t(
        '{count, plural, one {# complaint is} other {# complaints are}} past the day by which the law asks for an answer.',
        { count: overdue },
      ),
    }
  }
  return officer === null
    ? { state: 'todo', sentence: t('Name the grievance officer whom the law asks for.') }
    : { state: 'ok', sentence: t('{name} is named on the contact page.', { name: officer.name }) }
}

async function lookForBackups({ db, settings }: OperationsDependencies): Promise<Finding> {
  if (settings.backup.store === undefined) {
    return {
      state: 'todo',
      sentence: t('No backups are made: say in the settings where they should go (BACKUP_URL).'),
    }
  }
  return evaluateBackups(await readBackupState(db), new Date())
}

/** Either is right: not every provider gives more than one role. */
async function lookForRoles({ db }: OperationsDependencies): Promise<Finding> {
  return {
    state: 'ok',
    sentence: (await ownsTables(db))
      ? t(
          'One role owns the tables and serves: what is only ever added to is kept by triggers. With DATABASE_OWNER_URL the role that serves could not take them away.',
        )
      : t(
          'The role that serves owns no table: it can change neither the audit log nor the ledgers.',
        ),
  }
}
