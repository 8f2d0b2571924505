/** A language that the academy can be read in. */
export interface Language {
  /** In addresses and file names, e.g. `hi`. */
  code: string
  /** For `Intl` and `lang`, e.g. `hi-IN`. */
  tag: string
  /** As those who read it write it. */
  name: string
  direction: 'ltr' | 'rtl'
}

const rightToLeft = new Set(['ks', 'sd', 'ur'])

/** Those of the Eighth Schedule of India's constitution, in which a notice may be asked for. */
const scheduled = 'as bn brx doi gu hi kn kok ks mai ml mni mr ne or pa sa sat sd ta te ur'.split(
  ' ',
)

/** Every language that a catalogue may be in, English aside. */
export const translatable: readonly Language[] = scheduled.map((code) => ({
  code,
  tag: `${code}-IN`,
  name: new Intl.DisplayNames([code, 'en'], { type: 'language' }).of(code) ?? code,
  direction: rightToLeft.has(code) ? 'rtl' : 'ltr',
}))
