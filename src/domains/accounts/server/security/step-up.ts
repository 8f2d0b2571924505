import { ProblemError } from '../../../../http/problem.ts'
import type { CurrentUser } from '../../../../http/server/current-user.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { findAccount } from '../find-user.ts'
import type { Limits } from '../limits.ts'
import { requirePassword } from '../require-password.ts'
import type { users } from '../tables.ts'
import { type AlertDependencies, alertOwner } from './alerts.ts'
import { markSession } from './mark-session.ts'
import { countRecoveryCodes } from './recovery-codes.ts'
import { type CodeDependencies, hasApp, withCode } from './use-code.ts'
import { usePasskey } from './use-passkey.ts'
import type { PasskeyAnswer } from './webauthn.ts'

export type StepUpDependencies = AlertDependencies &
  CodeDependencies & { limits: Pick<Limits, 'loginByDevice' | 'adminLoginByDevice'> }

interface Shown {
  password?: string | undefined
  code?: string | undefined
  passkey?: PasskeyAnswer | undefined
  deviceHash: Buffer | null
}

/** Takes what somebody shows to prove that it is still them. Good for ten minutes, in their session. */
export async function stepUp(
  deps: StepUpDependencies,
  caller: CurrentUser,
  { password, code, passkey, deviceHash }: Shown,
): Promise<void> {
  const { learnerId: userId, sessionHash } = caller
  if (passkey) {
    const { id } = await usePasskey(deps, { answer: passkey, deviceHash })
    if (id !== userId) throw new ProblemError('passkey_refused')
    return markSession(deps.db, sessionHash, { isSecondStep: true })
  }
  if (code !== undefined) {
    return withCode(deps, { userId, code, deviceHash }, async (db, isRecovery) => {
      if (isRecovery) await tellRecoveryCodeUsed(deps, db, userId)
      await markSession(db, sessionHash, { isSecondStep: true })
    })
  }
  const person = await findAccount(deps.db, userId)
  if (!isPasswordEnough(person, await hasApp(deps.db, userId))) {
    throw new ProblemError('step_up_needed')
  }
  await requirePassword(deps, caller, password ?? '', 'password')
  await markSession(deps.db, sessionHash, { isSecondStep: false })
}

/**
 * Whether somebody shows by their password that it is them. It is no proof beside an app; nor, for staff,
 * beside a passkey. A learner whose passkey is on another device still has it.
 */
export function isPasswordEnough(
  { role, passwordHash, hasSecondStep }: typeof users.$inferSelect,
  isAppThere: boolean,
): boolean {
  return passwordHash !== null && (role === null ? !isAppThere : !hasSecondStep)
}

export async function tellRecoveryCodeUsed(
  deps: AlertDependencies,
  db: Database,
  userId: string,
): Promise<void> {
  const left = await countRecoveryCodes(db, userId)
  await alertOwner(deps, db, userId, 'recovery_code_used', String(left))
}
