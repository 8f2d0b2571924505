import { newId } from '../../../ui/drafting/new-id.ts'
import { readSession } from '../../../ui/session.ts'

/** A question that is being written, kept in this tab; it goes when its person logs out. */
export interface KeptQuestion {
  /** The same as long as the words are, so that a second try asks no second one. */
  id: string
  title: string
  body: string
  /** Where the film stood when it was begun. */
  second: number
  isAtSecond: boolean
  /** The words of the last try to ask it; null: there was none. */
  sent: string | null
}

export function beginQuestion(second: number): KeptQuestion {
  return { id: newId(), title: '', body: '', second, isAtSecond: true, sent: null }
}

/** Null: nothing has been written. */
export function readKeptQuestion(videoId: string): KeptQuestion | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(videoId)) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return null
    return { ...beginQuestion(0), ...kept }
  } catch {
    return null
  }
}

/** One without words is forgotten. */
export function keepQuestion(videoId: string, question: KeptQuestion): void {
  try {
    if (question.title + question.body === '') sessionStorage.removeItem(keyOf(videoId))
    else sessionStorage.setItem(keyOf(videoId), JSON.stringify(question))
  } catch {
    // A device without room: the form has it as long as it is open.
  }
}

/** As they are sent: what was added since is other words. */
export function wordsOf({ title, body }: Pick<KeptQuestion, 'title' | 'body'>): string {
  return `${title.trim()}\n${body.trim()}`
}

/** The person behind a colon, by which a logout finds it (src/ui/session.ts). */
function keyOf(videoId: string): string {
  return `question ${videoId}:${readSession()?.user.id ?? ''}`
}
