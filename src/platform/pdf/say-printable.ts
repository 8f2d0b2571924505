import { runInLanguage } from '../languages/run-in-language.ts'
import type { PdfRenderer } from './render-pdf.ts'

/**
 * What `say` says in the language of now; in English where that has a letter that no font prints, so
 * that no word stands on a sheet with holes in it.
 */
export function sayPrintable<Words extends Record<string, string>>(
  renderer: Pick<PdfRenderer, 'keepPrintable'>,
  say: () => Words,
): Words {
  const words = say()
  const isWhole = (text: string) =>
    lettersOf(renderer.keepPrintable(text)).length === lettersOf(text.normalize('NFC')).length
  return Object.values(words).every(isWhole) ? words : runInLanguage(undefined, say)
}

/** Marks of direction are invisible, and not printed. */
function lettersOf(text: string): string {
  return text.replaceAll(/\p{Cf}/gu, '')
}
