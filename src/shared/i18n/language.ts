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

/** In what a text is read now. */
export interface ReadingLanguage extends Language {
  /** By the English message, its translation. */
  messages: ReadonlyMap<string, string>
}

/** By the code of a language: the names of its scripts by their English ones. */
export type TranslatedScripts = Readonly<Record<string, Readonly<Record<string, string>>>>

interface Surroundings {
  /** Set by the server, where many languages are read at once (`run-in-language.ts`). */
  academyLanguage?: () => ReadingLanguage | undefined
  document?: { documentElement: { lang: string } }
}

const surroundings = globalThis as Surroundings

/** Undefined: English, or a browser, whose scripts have been translated already. */
export function readingLanguage(): ReadingLanguage | undefined {
  return surroundings.academyLanguage?.()
}

/** The tag of the language that is read now, for `Intl`. */
export function languageTag(): string {
  return readingLanguage()?.tag ?? (surroundings.document?.documentElement.lang || 'en-IN')
}

/** Where a path of the site (`paths`) is read in a language, that of now unless it is named: `/hi/courses`. */
export function languagePath(path: string, code = languageTag().split('-')[0]): string {
  return code === 'en' ? path : `/${code}${path === '/' ? '' : path}`
}

/** What is made for a language is made once: formats of dates and numbers cost a millisecond. */
export function perLanguage<Made>(make: (tag: string) => Made): () => Made {
  const made = new Map<string, Made>()
  return () => {
    const tag = languageTag()
    const known = made.get(tag) ?? make(tag)
    made.set(tag, known)
    return known
  }
}
