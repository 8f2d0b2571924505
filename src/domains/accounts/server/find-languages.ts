import { inArray } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import type { Languages } from '../../../platform/languages/open-languages.ts'
import type { ReadingLanguage } from '../../../shared/i18n/language.ts'
import { users } from './tables.ts'

/** By the address of each of them that has an account: the language it reads; undefined: English. */
export function createFindLanguages(languages: Languages) {
  return async (
    db: Database,
    addresses: readonly string[],
  ): Promise<ReadonlyMap<string, ReadingLanguage | undefined>> => {
    if (languages.length === 0 || addresses.length === 0) return new Map()
    const rows = await db
      .select({ email: users.email, language: users.language })
      .from(users)
      .where(inArray(users.email, [...addresses]))
    return new Map(
      rows.map(({ email, language }) => [email, languages.find(({ code }) => code === language)]),
    )
  }
}
