import { languageNameIn, taughtLanguages } from '../../../../shared/i18n/language-names.ts'

/** As administrators look for them, by their English names but the first two. */
export function listCaptionLanguages(): { value: string; label: string }[] {
  const languages = taughtLanguages.map((value) => ({ value, label: languageNameIn('en', value) }))
  return [
    ...languages.slice(0, 2),
    ...languages.slice(2).toSorted((one, other) => one.label.localeCompare(other.label, 'en')),
  ]
}

/** As those who speak it call it, which is what a player shows: `हिन्दी`. */
export function ownNameOf(language: string): string {
  return languageNameIn(language, language)
}
