import { readFileSync } from 'node:fs'
import { readFontCoverage } from './read-font-coverage.ts'

const lineFeed = 0x0a
/** Invisible, but they decide the shape of letters in Indian scripts and Urdu, and of emoji. */
const nonJoiner = 0x200c
const joiner = 0x200d
const shaping = [lineFeed, nonJoiner, joiner]

/**
 * Unassigned, private and invisible characters, among them those that reverse the reading order
 * and so could make a name read as another.
 */
const neverPrinted = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}]/u
/** The same letter in another shape: the font of Urdu has but this one. */
const sindhiKaf = '\u06aa'
const arabicKaf = '\u0643'
const plainAscii = /^[\x20-\x7e\n]*$/

/** The code points that at least one of these TrueType files can print. */
export function readPrintableCharacters(fontFiles: string[]): Set<number> {
  const printable = new Set<number>()
  for (const file of fontFiles) readFontCoverage(readFileSync(file), printable)
  for (const codePoint of printable) {
    if (neverPrinted.test(String.fromCodePoint(codePoint))) printable.delete(codePoint)
  }
  return new Set([...printable, ...shaping])
}

/** The text in Unicode's composed form, tabs as spaces, without what is not printable. */
export function keepPrintable(text: string, printable: Set<number>): string {
  if (plainAscii.test(text)) return text
  return Array.from(text.normalize('NFC').replaceAll('\t', ' ').replaceAll(sindhiKaf, arabicKaf))
    .filter((character) => printable.has(character.codePointAt(0) ?? 0))
    .join('')
}
