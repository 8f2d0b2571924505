import type { Endpoint } from '../../../../http/endpoint.ts'
import type { Handler, RequestContext, Serve } from '../../../../http/server/serve.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import type { User } from '../../contract.ts'
import * as security from '../../security/contract.ts'
import { type Device, readDevice } from '../device.ts'
import { findAccount } from '../find-user.ts'
import { type GoogleDependencies, identifyByGoogle } from '../identify-by-google.ts'
import { consumeAttempt, type Limits } from '../limits.ts'
import { networkOf } from '../network-of.ts'
import { stepUpLifetimeInMinutes } from '../sessions.ts'
import type { users } from '../tables.ts'
import {
  type AppDependencies,
  confirmApp,
  removeApp,
  renewRecoveryCodes,
  startApp,
} from './authenticator-app.ts'
import { describeSecurity } from './describe-security.ts'
import { addGoogleAccount, removeGoogleAccount } from './google-account.ts'
import { addPasskey, removePasskey, renamePasskey, startPasskey } from './passkeys.ts'
import { accountLocked, type NotMeDependencies, sayNotMe } from './say-not-me.ts'
import { passSecondStep } from './second-step.ts'
import { type StepUpDependencies, stepUp } from './step-up.ts'
import { askForPasskey, usePasskey } from './use-passkey.ts'

export type UserRow = typeof users.$inferSelect
export type Exchange = Pick<RequestContext<unknown>, 'request' | 'reply'>

export interface SecurityDependencies
  extends NotMeDependencies,
    AppDependencies,
    Omit<StepUpDependencies, 'limits'>,
    GoogleDependencies {
  limits: Limits
}

/** How the calls of accounts open sessions. */
interface Door {
  /** As `serve`, for a form's few fields. */
  serveForm: <E extends Endpoint>(endpoint: E, answer: Handler<E>) => void
  deviceOf: (exchange: Exchange) => Device
  enterWithin: (
    db: Database,
    exchange: Exchange,
    entering: { user: UserRow; isSecondStepShown: boolean },
  ) => Promise<string>
  withUser: (token: string, user: UserRow) => Promise<{ token: string; user: User }>
}

/** By what people show who they are, besides a password and Google. */
export function securityRoutes(
  serve: Serve,
  deps: SecurityDependencies,
  { serveForm, deviceOf, enterWithin, withUser }: Door,
): void {
  const { db, limits } = deps
  const describe = async (userId: string) => describeSecurity(db, await findAccount(db, userId))

  serveForm(security.sendSecondStep, async (context) => {
    const { token, user } = await passSecondStep(deps, {
      ...context.body,
      deviceHash: readDevice(context.request),
      enter: async (db, user) => {
        return { user, token: await enterWithin(db, context, { user, isSecondStepShown: true }) }
      },
    })
    return withUser(token, user)
  })

  serve(security.passkeyChallenge, async (context) => {
    await consumeAttempt([limits.passkeyByNetwork(networkOf(context.ip))])
    return { options: { ...(await askForPasskey(deps, deviceOf(context).hash)) } }
  })

  serveForm(security.passkeyLogin, async (context) => {
    const { answer } = context.body
    const user = await usePasskey(deps, { answer, deviceHash: readDevice(context.request) })
    const entering = { user, isSecondStepShown: true }
    return withUser(await db.transaction((db) => enterWithin(db, context, entering)), user)
  })

  serveForm(security.stepUp, async ({ body, caller, request }) => {
    await stepUp(deps, caller, { ...body, deviceHash: readDevice(request) })
    return { ends_at: new Date(Date.now() + stepUpLifetimeInMinutes * 60_000).toISOString() }
  })

  serve(security.readSecurity, ({ caller }) => describe(caller.learnerId))

  serveForm(security.startApp, ({ caller }) => startApp(deps, caller))

  serveForm(security.confirmApp, async ({ body, caller }) => ({
    recovery_codes: await confirmApp(deps, caller, body.code.replaceAll(/\s/g, '')),
  }))

  serveForm(security.removeApp, async ({ caller }) => {
    await removeApp(deps, caller)
    return { message: t('Your second step is taken away.') }
  })

  serveForm(security.renewRecoveryCodes, async ({ caller }) => ({
    recovery_codes: await renewRecoveryCodes(deps, caller),
  }))

  serveForm(security.startPasskey, async ({ caller }) => ({
    options: { ...(await startPasskey(deps, caller)) },
  }))

  serveForm(security.addPasskey, async ({ body, caller }) => {
    await addPasskey(deps, caller, body)
    return describe(caller.learnerId)
  })

  serveForm(security.renamePasskey, async ({ params, body, caller: { learnerId } }) => {
    await renamePasskey(db, learnerId, { id: params.id, name: body.name })
    return describe(learnerId)
  })

  serveForm(security.removePasskey, async ({ params, caller }) => {
    await removePasskey(deps, caller, params.id)
    return describe(caller.learnerId)
  })

  serveForm(security.addGoogle, async (context) => {
    const { body, caller } = context
    const { identity, nonce: asked } = await identifyByGoogle(deps, context, body.credential)
    await addGoogleAccount(deps, caller, { identity, asked })
    return describe(caller.learnerId)
  })

  serveForm(security.removeGoogle, async ({ caller }) => {
    await removeGoogleAccount(deps, caller)
    return describe(caller.learnerId)
  })

  serveForm(security.sayNotMe, async ({ body }) => {
    await sayNotMe(deps, body.token)
    return { message: t(accountLocked) }
  })
}
