import type { Database } from '../../../../platform/database/database.ts'
import { type Cue, plainText, readCaptions } from '../../captions/read-captions.ts'
import { readVtt } from './read-vtt.ts'

/** About an hour of speech; what is longer is read beside the film. */
const longestInCharacters = 40_000
const paragraphInCharacters = 600
/** Who is silent for so long begins anew. */
const pauseInMs = 3000

export interface Transcript {
  paragraphs: string[]
  /** There is more than stands here. */
  isCut: boolean
}

/** What is said in a film, from its captions; null: it has none in this language. */
export async function readTranscript(
  db: Database,
  of: { filmId: string; language: string },
): Promise<Transcript | null> {
  const vtt = await readVtt(db, of)
  return vtt === null ? null : writeTranscript(readCaptions(vtt))
}

/** Paragraphs end at a sentence's end once they are long, and where somebody is silent for a while. */
export function writeTranscript(cues: readonly Cue[]): Transcript {
  const paragraphs: string[] = []
  let [paragraph, length, endInMs] = ['', 0, 0]
  for (const { fromInMs, toInMs, text } of cues) {
    const words = plainText(text)
    length += words.length
    if (length > longestInCharacters) return { paragraphs: withLast(), isCut: true }
    const isLong = paragraph.length > paragraphInCharacters && /[.!?।。؟]["”’)]?$/.test(paragraph)
    if (isLong || paragraph.length > 2 * paragraphInCharacters || fromInMs - endInMs > pauseInMs) {
      if (paragraph !== '') paragraphs.push(paragraph)
      paragraph = ''
    }
    paragraph = `${paragraph} ${words}`.trim()
    endInMs = Math.max(endInMs, toInMs)
  }
  return { paragraphs: withLast(), isCut: false }

  function withLast(): string[] {
    return paragraph === '' ? paragraphs : [...paragraphs, paragraph]
  }
}
