/** The languages of India that have letters on every phone, then those often taught in. */
export const taughtLanguages =
  'en hi bn te mr ta ur gu kn ml or pa as mai sat ks ne sd kok doi mni brx sa es fr de pt ar zh ja'.split(
    ' ',
  )

/** What a language is called in another, e.g. 'Hindi' or 'हिन्दी'; its code where nobody knows. */
export function languageNameIn(inLanguage: string, language: string): string {
  return new Intl.DisplayNames([inLanguage, 'en'], { type: 'language' }).of(language) ?? language
}
