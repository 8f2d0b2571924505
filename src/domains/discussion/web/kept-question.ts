import { newId } from '../../../ui/drafting/new-id.ts'
import { readSession } from '../../../ui/session.ts'

/** A question that is being written, kept in this tab; it goes when its person logs out. */
export interface KeptQuestion {
  /** The same until it is asked, so that a second try asks no second one. */
  id: string
  title: string
  body: string
  /** Where the film stood when it was begun. */
  second: number
}

/** Null: nothing has been written. */
export function readKeptQuestion(videoId: string): KeptQuestion | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(videoId)) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return null
    return { id: newId(), title: '', body: '', second: 0, ...kept }
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

/** The person behind a colon, by which a logout finds it (src/ui/session.ts). */
function keyOf(videoId: string): string {
  return `question ${videoId}:${readSession()?.user.id ?? ''}`
}
