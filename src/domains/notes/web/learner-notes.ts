import { useSyncExternalStore } from 'react'
import { ApiError } from '../../../http/api-client.ts'
import { call } from '../../../ui/call.ts'
import { keptTexts } from '../../../ui/drafting/kept.ts'
import { logFailure } from '../../../ui/log-failure.ts'
import { listenToSession, readSession } from '../../../ui/session.ts'
import type { UnsentPrefix } from '../../learning/web/classroom/unsent-key.ts'
import {
  createNoteKeeper,
  type NoteCalls,
  type NoteKeeper,
  type SendOutcome,
} from './note-keeper.ts'

const prefix: `${UnsentPrefix}notes:` = 'unsent-notes:'
const sendsAfterInMs = 1_500
const triesAgainEveryInMs = 15_000

/** What of a learner's notes lies on this device now: another object after each change. */
export interface NotesNow {
  read: NoteKeeper['read']
  latest: NoteKeeper['latest']
  isDirty: NoteKeeper['isDirty']
  listWaiting: NoteKeeper['listWaiting']
  /** Of what was sent last from a slot. */
  outcomeOf: (slot: string) => SendOutcome | undefined
  /** How often something has reached the academy. */
  timesSaved: number
}

/** A learner's notes on this page: what is written here, and what became of it. */
interface LearnerNotes {
  keeper: NoteKeeper
  edit: (slot: string, text: string) => void
  sendNow: () => void
  listen: (listener: () => void) => () => void
  readNow: () => NotesNow
}

const known = new Map<string, LearnerNotes>()

/** The one of a learner on this page, whoever asks for it. */
export function notesOf(learnerId: string): LearnerNotes {
  const found = known.get(learnerId) ?? createLearnerNotes(learnerId)
  known.set(learnerId, found)
  return found
}

export function useLearnerNotes(learnerId: string): { notes: LearnerNotes; now: NotesNow } {
  const notes = notesOf(learnerId)
  return { notes, now: useSyncExternalStore(notes.listen, notes.readNow) }
}

function createLearnerNotes(learnerId: string): LearnerNotes {
  const store = keptTexts(learnerId)
  const keeper = createNoteKeeper(`${prefix}:${learnerId}:`, store, calls, readRefusal)
  const outcomes = new Map<string, SendOutcome>()
  const listeners = new Set<() => void>()
  const { read, latest, isDirty, listWaiting } = keeper
  const outcomeOf = (slot: string) => outcomes.get(slot)
  let now: NotesNow = { read, latest, isDirty, listWaiting, outcomeOf, timesSaved: 0 }
  let timer: ReturnType<typeof setTimeout> | undefined

  const tell = (isSaved: boolean) => {
    now = { ...now, timesSaved: now.timesSaved + (isSaved ? 1 : 0) }
    for (const listener of listeners) listener()
  }
  /** It goes out once nobody has typed for a moment. */
  const sendSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(sendNow, sendsAfterInMs)
  }
  const send = async () => {
    const sent = await keeper.sendAll()
    for (const [slot, outcome] of sent) outcomes.set(slot, outcome)
    const isSaved = [...sent.values()].includes('sent')
    if (sent.size > 0) tell(isSaved)
    // What was typed meanwhile has its turn, too.
    if (isSaved && keeper.listWaiting().length > 0) sendSoon()
  }
  const sendNow = () => {
    clearTimeout(timer)
    if (readSession()?.user.id === learnerId)
      send().catch((error: unknown) => logFailure('unsent notes', error))
  }
  return {
    keeper,
    edit: (slot, text) => {
      keeper.edit(slot, text)
      outcomes.delete(slot)
      tell(false)
      sendSoon()
    },
    sendNow,
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    readNow: () => now,
  }
}

let isSending = false

/** Sends what the signed-in learner wrote and the academy does not have, from whatever page they are on. */
export function keepSendingNotes(): void {
  if (isSending) return
  isSending = true
  const sendWaiting = () => {
    const learnerId = readSession()?.user.id
    if (learnerId !== undefined) notesOf(learnerId).sendNow()
  }
  sendWaiting()
  setInterval(sendWaiting, triesAgainEveryInMs)
  window.addEventListener('online', sendWaiting)
  document.addEventListener('visibilitychange', sendWaiting)
  listenToSession(sendWaiting)
}

const calls: NoteCalls = {
  save: (note) => {
    // A page that is being left sends on only what is said to outlive it.
    const send = document.visibilityState === 'hidden' ? call.keepalive : call
    return send('PUT /my-notes/:id', {
      params: { id: note.id },
      body: {
        course_id: note.courseId,
        video_id: note.videoId,
        film: note.film,
        at_second: note.atInSeconds,
        text: note.text,
        revision: note.revision,
        seen: note.seen,
        base: note.base,
      },
    })
  },
  remove: async ({ id, seen }) => {
    // The academy never heard of it.
    if (seen.length === 0) return { kept: null }
    return call('DELETE /my-notes/:id', {
      params: { id },
      query: { seen: seen.join(',') },
    })
  },
}

/** Another try would not help; the sentence says what does. */
function readRefusal(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null
  const isFinal =
    error.status >= 400 && error.status < 500 && ![401, 408, 429].includes(error.status)
  return isFinal ? (error.messageAt('text') ?? error.message) : null
}
