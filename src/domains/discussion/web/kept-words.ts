import { keptOf, personHere } from '../../../ui/drafting/kept.ts'
import { newId } from '../../../ui/drafting/new-id.ts'

/** What is being written, kept in this tab; it goes when its person logs out. */
export interface KeptWords {
  /** The same as long as the words are, so that a second try asks, or answers, no second time. */
  id: string
  /** Of a question. */
  title: string
  body: string
  /** The words of the last try to send it; null: there was none. */
  sent: string | null
}

export interface KeptQuestion extends KeptWords {
  /** Where the film stood when it was begun. */
  second: number
  isAtSecond: boolean
}

export function beginWords(): KeptWords {
  return { id: newId(), title: '', body: '', sent: null }
}

export function beginQuestion(second: number): KeptQuestion {
  return { ...beginWords(), second, isAtSecond: true }
}

export const slots = {
  question: (videoId: string) => `question ${videoId}`,
  answer: (questionId: string) => `answer ${questionId}`,
  /** By what is changed: a question or an answer. */
  edit: (id: string) => `edit ${id}`,
}

/** Null: nothing has been written. */
export function readKept(slot: string): Partial<KeptQuestion> | null {
  const kept = keptIn(slot).read()
  return typeof kept === 'object' ? kept : null
}

export function readKeptQuestion(videoId: string): KeptQuestion | null {
  const kept = readKept(slots.question(videoId))
  return kept && { ...beginQuestion(0), ...kept }
}

/** What has no words is forgotten. */
export function keepWords(slot: string, words: KeptWords): void {
  keptIn(slot).write(words.title + words.body === '' ? null : words)
}

/** Sent before with other words it may be there already, and would stay as it was. */
export function beginTry<Words extends KeptWords>(written: Words): Words {
  const sent = wordsOf(written)
  const isOther = written.sent !== null && written.sent !== sent
  return { ...written, id: isOther ? newId() : written.id, sent }
}

/** What was added meanwhile, here or in a form that was opened anew, is not taken away. */
export function forgetSent(slot: string, id: string): void {
  if (isAsSent({ ...beginWords(), ...readKept(slot) }, id)) keepWords(slot, beginWords())
}

/** By the try that had this id. */
export function isAsSent(words: KeptWords, id: string): boolean {
  return words.id === id && words.sent === wordsOf(words)
}

/** As they are sent: what was added since is other words. */
function wordsOf({ title, body }: Pick<KeptWords, 'title' | 'body'>): string {
  return `${title.trim()}\n${body.trim()}`
}

function keptIn(slot: string) {
  return keptOf(personHere(), slot, () => sessionStorage)
}
