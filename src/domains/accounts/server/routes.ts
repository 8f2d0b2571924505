import { and, eq, isNull } from 'drizzle-orm'
import type { Endpoint } from '../../../http/endpoint.ts'
import { ProblemError } from '../../../http/problem.ts'
import type { CurrentUser } from '../../../http/server/current-user.ts'
import type { RequestContext, Serve } from '../../../http/server/serve.ts'
import { onlyCurrentUser } from '../../../http/server/session-query.ts'
import type { Database } from '../../../platform/database/database.ts'
import { readingLanguage } from '../../../shared/i18n/language.ts'
import { t } from '../../../shared/i18n/translate.ts'
import * as accounts from '../contract.ts'
import { nameDevice } from '../name-device.ts'
import { changePassword } from './change-password.ts'
import { describeUser, type ListOwnedCourseIds, signInAs } from './describe-user.ts'
import { type Device, ensureDevice, readDevice, rememberDevice } from './device.ts'
import { issueGoogleNonce } from './google-nonce.ts'
import { identifyByGoogle } from './identify-by-google.ts'
import { endOtherSessions, endSession, listSessions } from './list-sessions.ts'
import { type MailConsents, readMailConsents, recordMailConsents } from './mail-consents.ts'
import { networkOf } from './network-of.ts'
import { requestPasswordReset } from './request-password-reset.ts'
import { resendCode } from './resend-code.ts'
import { resetPassword } from './reset-password.ts'
import { alertOwner } from './security/alerts.ts'
import {
  type Exchange,
  type SecurityDependencies,
  securityRoutes,
  type UserRow,
} from './security/routes.ts'
import { requireSecondStep } from './security/second-step.ts'
import { closeSession } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { signInWithGoogle } from './sign-in-with-google.ts'
import { type SignUpDependencies, signUp } from './sign-up.ts'
import { users } from './tables.ts'
import { updateProfile } from './update-profile.ts'
import { verifySignUp } from './verify-sign-up.ts'

export interface AccountsDependencies extends SignUpDependencies, SecurityDependencies {
  listOwnedCourseIds: ListOwnedCourseIds
}

/** A form's few fields: anybody may send these, so nobody may send much. */
const bodyInBytesAtMost = 8 * 1024

export function accountsRoutes(serve: Serve, deps: AccountsDependencies): void {
  const { db, listOwnedCourseIds } = deps
  const serveForm = <E extends Endpoint>(
    endpoint: E,
    answer: Parameters<typeof serve<E>>[1],
  ): void => serve(endpoint, answer, { bodyInBytes: bodyInBytesAtMost })

  const cookieOptions = () => ({ isSecure: deps.publicUrl().startsWith('https:') })

  /** The browser that asks, told apart by a cookie from now on. */
  const deviceOf = ({ request, reply }: Exchange): Device =>
    ensureDevice(request, reply, cookieOptions())

  /** Opens a session and remembers the browser: the end of every way of signing in. */
  const enterWithin = async (
    db: Database,
    exchange: Exchange,
    { user, isSecondStepShown }: { user: UserRow; isSecondStepShown: boolean },
  ) => {
    // Said only to who has proved that the account is theirs.
    if (user.blockedAt !== null) throw new ProblemError('account_blocked')
    const device = exchange.request.headers['user-agent'] ?? null
    if (user.language === null) await noteLanguage(db, user.id)
    const token = await signInAs(db, user, { device, isSecondStepShown })
    if (await rememberDevice(db, user.id, deviceOf(exchange))) {
      await alertOwner(deps, db, user.id, 'new_device', nameDevice(device))
    }
    return token
  }
  const withUser = async (token: string, user: UserRow) => ({
    token,
    user: await describeUser(db, listOwnedCourseIds, user),
  })

  /** After the first step; who has a second one is asked for it. */
  const enter = async (exchange: Exchange, user: UserRow) => {
    await requireSecondStep(db, user, deviceOf(exchange).hash)
    const entering = { user, isSecondStepShown: false }
    const token = await db.transaction((db) => enterWithin(db, exchange, entering))
    return withUser(token, user)
  }
  securityRoutes(serve, deps, { serveForm, deviceOf, enterWithin, withUser })

  serveForm(accounts.signUp, async (context) => {
    const { email, name, password, wants_news: wantsNews = false } = context.body
    const network = networkOf(context.ip)
    const { hash: deviceHash } = deviceOf(context)
    await signUp(deps, { email, name, password, wantsNews, deviceHash, network })
    return { email }
  })

  serveForm(accounts.resendCode, async ({ body: { email }, ip, request }) => {
    await resendCode(deps, { email, deviceHash: readDevice(request), network: networkOf(ip) })
    return { email }
  })

  serveForm(accounts.verifySignUp, async (context) => {
    const { email, verification_code: code } = context.body
    const deviceHash = readDevice(context.request)
    const user = await verifySignUp(deps, {
      email,
      code,
      deviceHash,
      network: networkOf(context.ip),
    })
    return { auto_login: true, ...(await enter(context, user)) }
  })

  serveForm(accounts.login, async (context) => {
    return enter(context, await signIn(deps, { ...signInInput(context), adminOnly: false }))
  })

  serveForm(accounts.adminLogin, async (context) => {
    return enter(context, await signIn(deps, { ...signInInput(context), adminOnly: true }))
  })

  serve(accounts.googleNonce, async ({ reply }) => {
    if (!deps.findIdTokenVerifier()) throw new ProblemError('google_off')
    const { nonce, cookie } = issueGoogleNonce(deps.codeKey, cookieOptions())
    reply.header('set-cookie', cookie)
    return { nonce }
  })

  serveForm(accounts.googleLogin, async (context) => {
    const { identity, nonce } = await identifyByGoogle(deps, context, context.body.credential)
    const { wants_news: wantsNews = false } = context.body
    return enter(context, await signInWithGoogle(deps, identity, { asked: nonce, wantsNews }))
  })

  serve(
    accounts.logout,
    async ({ caller }) => {
      if (caller) await closeSession(db, caller.sessionHash)
      return { message: t('You are logged out.') }
    },
    { query: onlyCurrentUser, bodyInBytes: bodyInBytesAtMost },
  )

  serve(accounts.readProfile, async ({ caller }) => {
    const [row] = await db.select().from(users).where(eq(users.id, caller.learnerId))
    if (!row) throw new ProblemError('not_signed_in')
    const user = await describeUser(db, listOwnedCourseIds, row)
    return {
      user,
      has_password: row.passwordHash !== null,
      second_step: tellSecondStep(caller),
      is_view: caller.isView,
    }
  })

  serveForm(accounts.updateProfile, async ({ body, caller }) => {
    const row = await updateProfile(db, caller.learnerId, body)
    return { user: await describeUser(db, listOwnedCourseIds, row) }
  })

  serve(accounts.readMailConsents, async ({ caller }) =>
    describeConsents(await readMailConsents(db, caller.learnerId)),
  )

  serveForm(accounts.saveMailConsents, async ({ body, caller }) => {
    const { learnerId } = caller
    await recordMailConsents(db, { learnerId, said: body, source: 'account' })
    return describeConsents(await readMailConsents(db, learnerId))
  })

  const describeSessions = async ({ learnerId, sessionHash }: CurrentUser) => ({
    sessions: (await listSessions(db, learnerId)).map((session) => ({
      id: session.id,
      device: session.device,
      created_at: session.createdAt.toISOString(),
      last_used_at: session.lastUsedAt.toISOString(),
      is_this_one: session.tokenHash.equals(sessionHash),
    })),
  })

  serve(accounts.listMySessions, ({ caller }) => describeSessions(caller))

  serve(accounts.endMySession, async ({ params, caller }) => {
    await endSession(db, caller.learnerId, params.id)
    return describeSessions(caller)
  })

  serve(accounts.endOtherSessions, async ({ caller }) => {
    await endOtherSessions(db, caller)
    return describeSessions(caller)
  })

  serveForm(accounts.changePassword, async (context) => {
    const { current_password: currentPassword, password } = context.body
    const device = deviceOf(context)
    await changePassword(deps, context.caller, { currentPassword, password, device })
    return { message: t('Your password is changed. Your other devices are logged out.') }
  })

  serveForm(accounts.forgotPassword, async ({ body: { email }, ip }) => {
    await requestPasswordReset(deps, { email, network: networkOf(ip) })
    return { message: t('If this address has an account, a link is on its way.') }
  })

  serveForm(accounts.resetPassword, async (context) => {
    const { token, password } = context.body
    await resetPassword(deps, { token, password, device: deviceOf(context) })
    return { message: t('Your password is changed. Please log in.') }
  })
}

/**
 * Mails follow the page that somebody logs in on who has never said a language. Before the row is shared by
 * the session that opens: two logins at once would wait for each other.
 */
async function noteLanguage(db: Database, userId: string): Promise<void> {
  const language = readingLanguage()?.code
  if (language === undefined) return
  await db
    .update(users)
    .set({ language })
    .where(and(eq(users.id, userId), isNull(users.language)))
}

function tellSecondStep(caller: CurrentUser): 'open' | 'due' | 'needed' {
  if (caller.isOfficeClosed) return 'needed'
  return caller.role !== null && !caller.hasSecondStep ? 'due' : 'open'
}

function describeConsents({ news, courses, lessons, reminders, push }: MailConsents) {
  const describe = ({ isGiven, saidAt, history }: MailConsents['news']) => ({
    is_given: isGiven,
    said_at: saidAt?.toISOString() ?? null,
    history: history.map((event) => ({
      is_given: event.isGiven,
      said_at: event.saidAt.toISOString(),
      source: event.source,
    })),
  })
  return {
    news: describe(news),
    courses: describe(courses),
    lessons: describe(lessons),
    reminders: describe(reminders),
    push: describe(push),
  }
}

function signInInput({
  body,
  ip,
  request,
}: Pick<RequestContext<typeof accounts.login>, 'body' | 'ip' | 'request'>) {
  return { ...body, deviceHash: readDevice(request), network: networkOf(ip) }
}
