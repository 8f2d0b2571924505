import { eq, or } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { GoogleIdentity } from '../../../integrations/google/verify-id-token.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { readingLanguage } from '../../../shared/i18n/language.ts'
import { choosePersonName } from '../person-name.ts'
import { consumeGoogleToken } from './consume-google-token.ts'
import type { BrowserNonce } from './google-nonce.ts'
import { recordMailConsents } from './mail-consents.ts'
import { type GoogleAccountDependencies, linkGoogle } from './security/google-account.ts'
import { users } from './tables.ts'

interface GoogleSignIn {
  /** The nonce that the browser was given; null if it asked for none. */
  asked: BrowserNonce | null
  wantsNews: boolean
}

/**
 * Finds the person by Google's subject, else by the verified e-mail (and remembers the subject, of which
 * they are told), else creates them. Google may change an e-mail; the subject stays. Only who is new is
 * heard about news: others have said what they want, or can in My Account.
 */
export async function signInWithGoogle(
  deps: GoogleAccountDependencies,
  identity: GoogleIdentity,
  { asked, wantsNews }: GoogleSignIn,
): Promise<typeof users.$inferSelect> {
  return deps.db.transaction(async (db) => {
    await consumeGoogleToken(db, identity, asked)
    const [made] = await db
      .insert(users)
      .values({
        id: newId(),
        email: identity.email,
        name: choosePersonName(identity.name, identity.email),
        googleSubject: identity.subject,
        language: readingLanguage()?.code ?? null,
      })
      .onConflictDoNothing()
      .returning({ id: users.id })
    const found = await db
      .select()
      .from(users)
      .where(or(eq(users.googleSubject, identity.subject), eq(users.email, identity.email)))
      .for('update')
    const user = found.find((row) => row.googleSubject === identity.subject) ?? found[0]
    if (!user || user.parentId !== null) throw new ProblemError('google_refused')
    if (user.googleSubject !== null && user.googleSubject !== identity.subject) {
      // The address now belongs to another Google account than the one that signed up with it.
      throw new ProblemError('google_refused')
    }
    if (made && wantsNews) {
      await recordMailConsents(db, { learnerId: made.id, said: { news: true }, source: 'sign_up' })
    }
    return user.googleSubject === null ? linkGoogle(deps, db, user.id, identity) : user
  })
}
