import { AsyncLocalStorage } from 'node:async_hooks'
import type { ReadingLanguage } from '../../shared/i18n/language.ts'

const reading = new AsyncLocalStorage<ReadingLanguage | undefined>()

// The pages' build has a copy of `language.ts` of its own: both ask here.
Object.assign(globalThis, { academyLanguage: () => reading.getStore() })

/** All that `work` says is said in this language; undefined: in English. */
export function runInLanguage<Result>(
  language: ReadingLanguage | undefined,
  work: () => Result,
): Result {
  return reading.run(language, work)
}
