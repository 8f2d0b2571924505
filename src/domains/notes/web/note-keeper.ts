import { newId } from '../../../ui/drafting/new-id.ts'
import type { Place } from '../../learning/place.ts'

/** A note as it lies on this device while somebody writes it, and until the academy has it. */
export interface KeptNote extends Place {
  id: string
  courseId: string
  /** Null: it is to be deleted. */
  text: string | null
  /** The text that was edited, and the revisions that the present one replaces. */
  base: string
  seen: string[]
  /** Nobody writes in it any more: it goes once the academy has it. */
  isClosed: boolean
  /** By `Date.now()`. */
  writtenAtInMs: number
}

/** What the academy has: of the note itself, or of the one that it became beside another. */
export interface SavedNote {
  id: string
  text: string
  revision: string
}

export interface NoteCalls {
  save: (
    note: Omit<KeptNote, 'text'> & { text: string; revision: string },
  ) => Promise<{ note: SavedNote; version: SavedNote | null }>
  remove: (note: Pick<KeptNote, 'id' | 'seen'>) => Promise<{ kept: SavedNote | null }>
}

/** Texts by name, such as `localStorage`. What it cannot keep it holds as long as the page lives. */
export interface NoteStore {
  names: () => string[]
  read: (name: string) => string | null
  write: (name: string, text: string | null) => void
}

export type SendOutcome = 'sent' | 'waiting' | { refused: string }

const seenAtMost = 20
/** So long other pages find what became of a note they have open. */
const tracesKeptForInMs = 24 * 60 * 60_000

/**
 * Keeps what somebody writes on this device at every key, and brings it to the academy: each page has
 * slots of its own, so that no tab writes over those of another, and any page sends what one left behind.
 * A slot is dirty while its text is not its base.
 */
export function createNoteKeeper(
  prefix: string,
  store: NoteStore,
  calls: NoteCalls,
  /** Which noes are final: the sentence that says why. */
  readRefusal: (error: unknown) => string | null,
) {
  const own = `${prefix}${newId()}:`
  const underWay = new Set<string>()
  /** As this page left them: another may have taken a slot away. */
  const lastWritten = new Map<string, KeptNote>()
  /** Notes as this page has sent them, by id: a list may not show them yet. */
  const sent = new Map<string, SavedNote>()
  /** The revisions that those replace. */
  const replaced = new Set<string>()

  const read = (slot: string) => parse(store.read(slot))
  const write = (slot: string, note: KeptNote) => {
    lastWritten.set(slot, note)
    store.write(slot, JSON.stringify(note))
  }
  const forget = (slot: string) => {
    lastWritten.delete(slot)
    store.write(slot, null)
  }
  /** What the academy is known to have of a note: as sent from here, where a list is older than that. */
  const latest = (id: string, listed: SavedNote | null): SavedNote | null =>
    listed === null || replaced.has(listed.revision) ? (sent.get(id) ?? listed) : listed
  const change = (slot: string, to: Partial<KeptNote>) => {
    const before = read(slot) ?? lastWritten.get(slot)
    if (before) write(slot, { ...before, ...to, writtenAtInMs: Date.now() })
  }

  /** Takes what the academy has now, and leaves what was written since as a change of what was sent. */
  const settle = (slot: string, text: string | null, has: SavedNote | null) => {
    const isAsSent = has !== null && has.text === text
    const now = read(slot)
    if (isAsSent) {
      sent.set(has.id, has)
      for (const revision of now?.seen ?? []) replaced.add(revision)
    }
    if (!now) return
    if (now.text !== text) {
      write(slot, {
        ...now,
        id: has?.id ?? now.id,
        base: text ?? '',
        seen: isAsSent ? [has.revision] : [],
      })
      return
    }
    if (now.isClosed || has === null) forget(slot)
    else write(slot, { ...now, ...asSaved(has), id: has.id })
  }

  const send = async (slot: string): Promise<SendOutcome> => {
    const note = read(slot)
    if (!note || !isDirty(note)) return 'sent'
    if (note.text !== null && note.text.trim() === '') return 'sent'
    try {
      if (note.text === null) {
        const { kept } = await calls.remove(note)
        // It was changed elsewhere: nobody has it open here, and the list shows it.
        settle(slot, null, kept && { ...kept, text: '' })
        if (read(slot)?.text === null || read(slot)?.isClosed) forget(slot)
        return 'sent'
      }
      const { text } = note
      const revision = newId()
      // Kept before it leaves: the answer may be lost, and with it that the academy has this text.
      write(slot, { ...note, seen: [...note.seen, revision].slice(-seenAtMost) })
      const answer = await calls.save({ ...note, text, revision })
      settle(slot, text, answer.version ?? answer.note)
      return 'sent'
    } catch (error) {
      const refused = readRefusal(error)
      return refused === null ? 'waiting' : { refused }
    }
  }

  const sendOnce = async (slot: string): Promise<SendOutcome | null> => {
    if (underWay.has(slot)) return null
    underWay.add(slot)
    try {
      return await send(slot)
    } finally {
      underWay.delete(slot)
    }
  }

  /** Goes on here with what another page has left of a note. */
  const adopt = (slot: string, note: KeptNote): string => {
    const adopted = own + note.id
    if (slot === adopted) return slot
    write(adopted, { ...note, isClosed: false })
    forget(slot)
    return adopted
  }
  const findLeft = (id: string): string | undefined =>
    store.names().find((slot) => {
      const note = slot.startsWith(prefix) ? read(slot) : null
      return note?.id === id && note.isClosed && isDirty(note)
    })

  return {
    /** Where this page writes a note. */
    slotOf: (id: string): string => own + id,
    /** Makes that slot; `listed` is what the academy is known to have of the note, null: nothing. */
    open: (note: Place & { id: string; courseId: string }, listed: SavedNote | null): string => {
      const slot = own + note.id
      const saved = latest(note.id, listed)
      const left = read(slot) === null ? findLeft(note.id) : undefined
      const leftNote = left === undefined ? null : read(left)
      if (left !== undefined && leftNote !== null) adopt(left, leftNote)
      const present = read(slot)
      const asIs = { base: '', seen: [], text: '', ...(saved && asSaved(saved)) }
      const isToStay =
        present !== null && present.text !== null && (saved === null || isDirty(present))
      if (isToStay) change(slot, { isClosed: false })
      else write(slot, { ...note, ...asIs, isClosed: false, writtenAtInMs: Date.now() })
      return slot
    },
    /** Goes on in a slot that an earlier page of this tab has left. Null: it is not there any more. */
    take: (slot: string): string | null => {
      const note = slot.startsWith(prefix) ? read(slot) : null
      return !note || note.text === null ? null : adopt(slot, note)
    },
    latest,
    read: (slot: string): KeptNote | null => read(slot) ?? lastWritten.get(slot) ?? null,
    edit: (slot: string, text: string) => change(slot, { text }),
    remove: (slot: string) => change(slot, { text: null, isClosed: true }),
    /** Of a note without a word nothing is kept. */
    close: (slot: string) => {
      const note = read(slot)
      if (!note || !isDirty(note) || note.text?.trim() === '') forget(slot)
      else change(slot, { isClosed: true })
    },
    isDirty: (slot: string): boolean => {
      const note = read(slot)
      return note !== null && isDirty(note)
    },
    /** What of this device the academy does not have, whichever page wrote it. */
    listWaiting: (): KeptNote[] =>
      store.names().flatMap((slot) => {
        const note = slot.startsWith(prefix) ? read(slot) : null
        return note && isDirty(note) ? [note] : []
      }),
    /** All that waits on this device; resolves to what became of each slot. */
    sendAll: async (): Promise<Map<string, SendOutcome>> => {
      const outcomes = new Map<string, SendOutcome>()
      for (const slot of store.names().filter((name) => name.startsWith(prefix))) {
        const note = read(slot)
        const isTrace = note && !isDirty(note) && !slot.startsWith(own)
        if (!note || (isTrace && note.writtenAtInMs < Date.now() - tracesKeptForInMs)) {
          forget(slot)
          continue
        }
        if (!isDirty(note)) continue
        const outcome = await sendOnce(slot)
        if (outcome !== null) outcomes.set(slot, outcome)
      }
      return outcomes
    },
  }
}

export type NoteKeeper = ReturnType<typeof createNoteKeeper>

function isDirty({ text, base }: KeptNote): boolean {
  return text !== base
}

function asSaved({ text, revision }: SavedNote) {
  return { text, base: text, seen: [revision] }
}

/** Null: nothing, or nothing of ours. */
function parse(text: string | null): KeptNote | null {
  if (text === null) return null
  try {
    const note = JSON.parse(text) as KeptNote // as `write` wrote it; a stranger's text has no id
    return typeof note.id === 'string' && Array.isArray(note.seen) ? note : null
  } catch {
    return null
  }
}
