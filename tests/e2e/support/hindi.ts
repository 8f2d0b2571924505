import { readCatalogue } from '../../../src/platform/languages/catalogue.ts'

const catalogue = await readCatalogue(new URL('../../../languages/hi.po', import.meta.url))

/** What a screen says in Hindi for what it says in English. */
export function hindi(english: string): string {
  const translation = catalogue.get(english)?.translation
  if (!translation) throw new Error(`There is no Hindi for “${english}”.`)
  return translation
}
