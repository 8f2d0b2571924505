import { ProblemError } from '../../../http/problem.ts'
import type { Audit } from '../../../http/server/audit.ts'
import type { CurrentUser } from '../../../http/server/current-user.ts'
import { createRazorpayClient } from '../../../integrations/razorpay/client.ts'
import { RazorpayError } from '../../../integrations/razorpay/razorpay-error.ts'
import type { Database } from '../../../platform/database/database.ts'
import { lockUntilCommit } from '../../../platform/database/lock-until-commit.ts'
import { type Environment, readSettings, SettingsError, setIn } from '../../../platform/settings.ts'
import { StartError } from '../../../platform/start-error.ts'
import { msg } from '../../../shared/i18n/translate.ts'
import type { Limits } from '../../accounts/server/limits.ts'
import { requirePassword } from '../../accounts/server/require-password.ts'
import { guardedGroups } from '../setting-groups.ts'
import { canKeepFiles } from './can-keep-files.ts'
import { type EditableSetting, editableSettings, isEditable } from './editable-settings.ts'
import type { FollowedSettings } from './follow-settings.ts'
import { keepSettings, readKeptSettings } from './kept-settings.ts'

export interface SaveDependencies {
  db: Database
  limits: Pick<Limits, 'loginByDevice' | 'adminLoginByDevice'>
  followed: FollowedSettings
}

interface SaveInput {
  values: Record<string, string>
  password?: string | undefined
  proof?: string | undefined
}

/**
 * Keeps what an owner set, in one transaction with its entry in the audit log, where secrets stand
 * without their values. Refused is what the next start would refuse.
 */
export async function saveSettings(
  deps: SaveDependencies,
  caller: CurrentUser,
  { input, audit }: { input: SaveInput; audit: Audit },
): Promise<void> {
  const { db: outer, followed } = deps
  const { env } = followed
  const values = Object.fromEntries(
    Object.entries(input.values).map(([name, value]) => [name, value === '' ? null : value]),
  )
  const names = Object.keys(values)
  refuseWhatIsFixed(names, env)
  const changed = names.filter(isEditable)
  if (isGuarded(values) && !caller.isSteppedUp) {
    await requirePassword(deps, caller, input.password ?? '', 'password')
  }
  const claims = changed.filter(
    (name) =>
      editableSettings[name].group === 'figures' &&
      name !== 'FIGURE_GUARANTEE_IN_DAYS' &&
      ![null, 'none'].includes(values[name] ?? null),
  )
  if (claims.length > 0 && !input.proof) throw badSettings([{ name: 'proof', message: noProof }])
  await refuseForeignKeys(deps, values)
  await refuseClosedStores(deps, values)
  await outer.transaction(async (db) => {
    await lockUntilCommit(db, 'site settings')
    const before = await readKeptSettings({ ...followed, db })
    const next = { ...before, ...onlyTexts(values) }
    refuseWhatCannotBe(next, changed)
    refuseFalseSaving(next, changed)
    await keepSettings(db, followed, values)
    await audit(db, {
      subject: { kind: 'settings', id: changed.join(' ').slice(0, 200) },
      before: tell(changed, (name) => (env[name] === before[name] ? null : before[name])),
      after: tell(changed, (name) => values[name]),
      ...(input.proof && { reason: input.proof }),
    })
  })
  await followed.refresh()
}

/** Whether somebody with an open session alone must not change these. */
export function isGuarded(values: Record<string, unknown>): boolean {
  return Object.keys(values)
    .filter(isEditable)
    .some((name) => guardedGroups.includes(editableSettings[name].group))
}

const noProof = msg('Please write what proves these figures: pages show only what is true.')

function refuseWhatIsFixed(names: string[], env: Environment): void {
  const unknown = names.filter((name) => !isEditable(name))
  const fixed = names.filter((name) => isEditable(name) && setIn(env, name))
  const issues = [
    ...unknown.map((name) => ({ name, message: msg('There is no such setting.') })),
    ...fixed.map((name) => ({
      name,
      message: msg('This is set where the academy is started, which wins.'),
    })),
  ]
  if (issues.length > 0) throw badSettings(issues)
}

/** As the next start would; what does not go together is said at the first of the changed. */
function refuseWhatCannotBe(next: Environment, changed: readonly string[]): void {
  try {
    readSettings(next)
  } catch (error) {
    if (error instanceof SettingsError) throw badSettings(error.issues)
    if (error instanceof StartError) {
      throw badSettings([{ name: changed[0] ?? '', message: error.message }])
    }
    throw error
  }
}

/** A start goes on with such prices and strikes none; whoever sets them is told. */
function refuseFalseSaving(next: Environment, changed: readonly string[]): void {
  const name = changed.find((name) => offerPrices.has(name))
  const usual = next['OFFER_USUAL_PRICE_IN_RUPEES'] ?? 'none'
  if (name === undefined || usual === 'none') return
  if (readSettings(next).figures.usualPriceInRupees === null) {
    const message = msg('The usual price has to be above the price of the offer.')
    throw badSettings([{ name, message }])
  }
}

const offerPrices = new Set<string>(['OFFER_USUAL_PRICE_IN_RUPEES', 'OFFER_PRICE_IN_RUPEES'])

/** Asks Razorpay whether it takes a new pair of keys; that it cannot be asked now stops nobody. */
async function refuseForeignKeys(
  { db, followed }: SaveDependencies,
  values: Record<string, string | null>,
): Promise<void> {
  if (!('RAZORPAY_KEY_ID' in values || 'RAZORPAY_KEY_SECRET' in values)) return
  const next = { ...(await readKeptSettings({ ...followed, db })), ...onlyTexts(values) }
  const { RAZORPAY_KEY_ID: keyId = '', RAZORPAY_KEY_SECRET: keySecret = '' } = next
  if (keyId === '' || keySecret === '') return
  refuseWhatCannotBe(next, Object.keys(values))
  const { apiUrl = 'https://api.razorpay.com' } = readSettings(next).razorpay
  const keys = { keyId, keySecret }
  const client = createRazorpayClient({ keys, provider: { apiUrl }, timeoutInMs: 5_000 })
  const failure: unknown = await client.listOrders({ receipt: 'settings' }).then(
    () => null,
    (error: unknown) => error,
  )
  if (failure instanceof RazorpayError && failure.kind === 'unauthorized') {
    const name = 'RAZORPAY_KEY_SECRET' in values ? 'RAZORPAY_KEY_SECRET' : 'RAZORPAY_KEY_ID'
    throw badSettings([{ name, message: msg('Razorpay does not take this pair of keys.') }])
  }
}

/** A start with a store that takes nothing would fail, where nobody could mend it in the browser. */
async function refuseClosedStores(
  { db, followed }: SaveDependencies,
  values: Record<string, string | null>,
): Promise<void> {
  const names = Object.keys(values)
  const stores = (['MEDIA', 'BACKUP'] as const).filter((store) =>
    names.some((name) => /_URL$|KEY/.test(name) && name.startsWith(`${store}_`)),
  )
  if (stores.length === 0) return
  const next = { ...(await readKeptSettings({ ...followed, db })), ...onlyTexts(values) }
  refuseWhatCannotBe(next, names)
  const { media, backup } = readSettings(next)
  for (const store of stores) {
    const settings = store === 'MEDIA' ? media : backup.store
    const variable = `${store}_URL` as const
    if (settings && !(await canKeepFiles(settings, variable))) {
      throw badSettings([{ name: variable, message: msg('No file can be kept there.') }])
    }
  }
}

function badSettings(issues: { name: string; message: string }[]): ProblemError {
  const errors = issues.map(({ name, message }) => ({ path: name, message }))
  return new ProblemError('invalid_input', { errors })
}

function onlyTexts(values: Record<string, string | null>): Environment {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value ?? undefined]),
  )
}

function tell(
  names: (keyof typeof editableSettings)[],
  valueOf: (name: string) => string | null | undefined,
): Record<string, string | null> {
  return Object.fromEntries(
    names.map((name) => {
      const { isSecret }: EditableSetting = editableSettings[name]
      const value = valueOf(name) ?? null
      return [name, isSecret && value !== null ? '(secret)' : value]
    }),
  )
}
