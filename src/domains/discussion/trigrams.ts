/** Words of any script: also the vowel signs of Indian ones belong to them. */
const words = /[\p{L}\p{M}\p{N}]+/gu
/** Shorter ones stand in too many questions to find one by. */
const tellingFrom = 4

function wordsOf(text: string): string[] {
  return text.normalize('NFC').toLowerCase().match(words) ?? []
}

/** Code points: a vowel sign is one of its own, so that one letter typed otherwise changes few pieces. */
function lettersOf(word: string): string[] {
  return Array.from(word)
}

function trigramsOfWord(word: string): string[] {
  const letters = [' ', ...lettersOf(word), ' ']
  return letters.slice(2).map((_, at) => letters.slice(at, at + 3).join(''))
}

/** Each three letters that follow each other in a word, its ends counted as letters. */
export function trigramsOf(text: string): string[] {
  return [...new Set(wordsOf(text).flatMap(trigramsOfWord))].toSorted()
}

/** From 0 to 1: of the three letters of both, how many both have. */
export function similarityOf(one: string, other: string): number {
  const [a, b] = [new Set(trigramsOf(one)), new Set(trigramsOf(other))]
  const all = a.union(b).size
  return all === 0 ? 0 : a.intersection(b).size / all
}

/**
 * As a `tsquery`: what has a word that begins as one of the telling ones, and what has any of the three
 * letters. Null: there is nothing to look for. Only letters, digits and blanks stand in it.
 */
export function similarQuery(text: string): { candidates: string; ranked: string } | null {
  const all = [...new Set(wordsOf(text))]
  const telling = all.filter((word) => lettersOf(word).length >= tellingFrom)
  const chosen = telling.length > 0 ? telling : all
  if (chosen.length === 0) return null
  const quote = (trigram: string) => `'${trigram}'`
  const beginning = (word: string) => trigramsOfWord(word).slice(0, 2).map(quote).join(' & ')
  return {
    candidates: chosen.map((word) => `(${beginning(word)})`).join(' | '),
    ranked: trigramsOf(text).map(quote).join(' | '),
  }
}
