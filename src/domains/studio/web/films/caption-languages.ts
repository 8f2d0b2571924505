/** The languages of India that have letters on every phone, then those often taught in. */
const tags =
  'en hi bn te mr ta ur gu kn ml or pa as mai sat ks ne sd kok doi mni brx sa es fr de pt ar zh ja'.split(
    ' ',
  )

/** As administrators look for them, by their English names but the first two. */
export function listCaptionLanguages(): { value: string; label: string }[] {
  const languages = tags.map((value) => ({ value, label: nameIn('en', value) }))
  return [
    ...languages.slice(0, 2),
    ...languages.slice(2).toSorted((one, other) => one.label.localeCompare(other.label, 'en')),
  ]
}

/** As those who speak it call it, which is what a player shows: `हिन्दी`. */
export function ownNameOf(language: string): string {
  return nameIn(language, language)
}

function nameIn(inLanguage: string, language: string): string {
  return new Intl.DisplayNames([inLanguage, 'en'], { type: 'language' }).of(language) ?? language
}
