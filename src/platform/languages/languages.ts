import type { Language } from '../../shared/i18n/language.ts'
import { languageNameIn } from '../../shared/i18n/language-names.ts'

/** What the academy is written in. */
export const english: Language = { code: 'en', tag: 'en-IN', name: 'English', direction: 'ltr' }

const rightToLeft = new Set(['ks', 'sd', 'ur'])

/** Those of the Eighth Schedule of India's constitution, in which a notice may be asked for. */
const scheduled = 'as bn brx doi gu hi kn kok ks mai ml mni mr ne or pa sa sat sd ta te ur'.split(
  ' ',
)

/** Every language that a catalogue may be in, English aside. */
export const translatable: readonly Language[] = scheduled.map((code) => ({
  code,
  tag: `${code}-IN`,
  name: languageNameIn(code, code),
  direction: rightToLeft.has(code) ? 'rtl' : 'ltr',
}))
