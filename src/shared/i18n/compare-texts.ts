import { perLanguage } from './language.ts'

const collator = perLanguage((tag) => new Intl.Collator(tag, { numeric: true }))

/** The order in which people look for names and titles, in the language that is read now; every script by its alphabet. */
export function compareTexts(one: string, other: string): number {
  return collator().compare(one, other)
}
