import { eq, inArray } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { MailReader } from '../../../integrations/mail/queue-mail.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Languages } from '../../../platform/languages/open-languages.ts'
import { users } from './tables.ts'

const parents = alias(users, 'parents')

/** By the address of each that has an account: who reads its mails, and in which language. A child's go to the parent. */
export function createFindReaders(languages: Languages) {
  return async (
    db: Database,
    addresses: readonly string[],
  ): Promise<ReadonlyMap<string, MailReader>> => {
    if (addresses.length === 0) return new Map()
    const rows = await db
      .select({
        email: users.email,
        language: users.language,
        parentEmail: parents.email,
        parentLanguage: parents.language,
      })
      .from(users)
      .leftJoin(parents, eq(parents.id, users.parentId))
      .where(inArray(users.email, [...addresses]))
    return new Map(
      rows.map(({ email, language, parentEmail, parentLanguage }) => {
        const read = parentEmail === null ? language : parentLanguage
        const reader = {
          email: parentEmail ?? email,
          language: languages.find(({ code }) => code === read),
        }
        return [email, reader]
      }),
    )
  }
}
