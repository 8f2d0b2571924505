import { eq } from 'drizzle-orm'
import { Refusal } from '../http/problem.ts'
import type { Serve } from '../http/serve.ts'
import type { VerifyIdToken } from '../outside/google/verify-id-token.ts'
import type { Withdrawals } from '../platform/withdrawals.ts'
import {
  adminLogin,
  forgotPassword,
  googleLogin,
  googleNonce,
  login,
  logout,
  readProfile,
  resendCode as resendCodeEndpoint,
  resetPassword as resetPasswordEndpoint,
  signUp as signUpEndpoint,
  verifySignUp as verifySignUpEndpoint,
} from './contract.ts'
import { describeUser, type ListOwnedCourseIds, signInAs } from './describe-user.ts'
import { dropGoogleNonce, issueGoogleNonce, readGoogleNonce } from './google-nonce.ts'
import type { Limits } from './limits.ts'
import { requestPasswordReset, resetPassword } from './reset-password.ts'
import { closeSession } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { signInWithGoogle } from './sign-in-with-google.ts'
import { resendCode, type SignUpDependencies, signUp } from './sign-up.ts'
import { users } from './tables.ts'
import { verifySignUp } from './verify-sign-up.ts'

export interface AccountsDependencies extends SignUpDependencies {
  limits: Limits
  listOwnedCourseIds: ListOwnedCourseIds
  /** Null: Google sign-in is not set up. */
  verifyIdToken: VerifyIdToken | null
  /** Told when sessions end. */
  withdrawals: Pick<Withdrawals, 'tell'>
}

export function accountsRoutes(serve: Serve, deps: AccountsDependencies): void {
  const { db, limits, listOwnedCourseIds } = deps

  serve(signUpEndpoint, async ({ body, ip }) => {
    await limits.signUpByIp.take(ip)
    await limits.mailByEmail.take(body.email)
    await signUp(deps, body)
    return { email: body.email }
  })

  serve(resendCodeEndpoint, async ({ body, ip }) => {
    await limits.signUpByIp.take(ip)
    await limits.resendByEmail.take(body.email)
    await limits.mailByEmail.take(body.email)
    await resendCode(deps, body.email)
    return { email: body.email }
  })

  serve(verifySignUpEndpoint, async ({ body, ip }) => {
    await limits.codeByIp.take(ip)
    const user = await verifySignUp(db, deps.codeKey, {
      email: body.email,
      code: body.verification_code,
    })
    return { auto_login: true, ...(await signInAs(db, listOwnedCourseIds, user)) }
  })

  serve(login, async ({ body, ip }) => {
    const by = { byEmail: limits.loginByEmail, byIp: limits.loginByIp }
    const user = await signIn(db, by, { ...body, ip, adminOnly: false })
    return signInAs(db, listOwnedCourseIds, user)
  })

  serve(adminLogin, async ({ body, ip }) => {
    const by = { byEmail: limits.adminLoginByEmail, byIp: limits.adminLoginByIp }
    const user = await signIn(db, by, { ...body, ip, adminOnly: true })
    return signInAs(db, listOwnedCourseIds, user)
  })

  const cookieOptions = () => ({ isSecure: deps.publicUrl().startsWith('https:') })

  serve(googleNonce, async ({ reply }) => {
    if (!deps.verifyIdToken) throw new Refusal('google_off')
    const { nonce, cookie } = issueGoogleNonce(deps.codeKey, cookieOptions())
    reply.header('set-cookie', cookie)
    return { nonce }
  })

  serve(googleLogin, async ({ body, ip, request, reply }) => {
    if (!deps.verifyIdToken) throw new Refusal('google_off')
    await limits.codeByIp.take(ip)
    const asked = readGoogleNonce(deps.codeKey, request.headers.cookie)
    // However it ends, the next try asks for another one.
    if (asked !== null) reply.header('set-cookie', dropGoogleNonce(cookieOptions()))
    if (asked === undefined) throw new Refusal('google_refused')
    const identity = await deps.verifyIdToken(body.credential)
    return signInAs(db, listOwnedCourseIds, await signInWithGoogle(db, identity, asked))
  })

  serve(logout, async ({ findCaller }) => {
    const caller = await findCaller()
    if (caller) {
      await closeSession(db, caller.sessionHash)
      deps.withdrawals.tell(caller.learnerId)
    }
    return { message: 'You are logged out.' }
  })

  serve(readProfile, async ({ caller }) => {
    const [row] = await db.select().from(users).where(eq(users.id, caller.learnerId))
    if (!row) throw new Refusal('not_signed_in')
    return { user: await describeUser(db, listOwnedCourseIds, row) }
  })

  serve(forgotPassword, async ({ body, ip }) => {
    await limits.signUpByIp.take(ip)
    await limits.mailByEmail.take(body.email)
    await requestPasswordReset(deps, body.email)
    return { message: 'If this address has an account, a link is on its way.' }
  })

  serve(resetPasswordEndpoint, async ({ body, ip }) => {
    await limits.codeByIp.take(ip)
    deps.withdrawals.tell(await resetPassword(deps, body))
    return { message: 'Your password is changed. Please log in.' }
  })
}
