import { ApiError } from '../../http/api-client.ts'
import { msg, t } from '../../shared/i18n/translate.ts'
import type { AnyEdit, ContentRules, FieldError } from './content-rules.ts'
import { fingerprint, type LocalCopy, type LocalCopyStore } from './local-copy.ts'
import { newId } from './new-id.ts'

/** What the server has, e.g. when this page's content goes back to something older. */
export interface Theirs<Content> {
  revision: number
  content: Content
}

/** A save as it is sent. */
export interface Save<Content> extends Theirs<Content> {
  save_id: string
  /** The save that this one goes right behind, and is refused where another has made `revision`. */
  after?: string
}

export type SaveState<Content, Part> =
  /** `savedAt` null: nothing was ever saved, the draft is what is published. */
  | { kind: 'saved'; savedAt: string | null }
  /** About to be saved, or being saved. */
  | { kind: 'saving' }
  | { kind: 'failed'; sentence: string }
  | { kind: 'refused'; errors: FieldError<Part>[] }
  | { kind: 'conflict'; theirs: Theirs<Content> }

export interface AutosaveSnapshot<Content, Part> {
  state: SaveState<Content, Part>
  /** Of what the server has. */
  revision: number
  /** How many changes of what the server has are not published. Null: nothing is published yet. */
  unpublishedChanges: number | null
  /** False: the browser keeps no copy, so leaving the page now would lose something. */
  isKept: boolean
}

/** What is sent of what is edited, and what the server says to it. */
export interface Saved {
  revision: number
  saved_at: string
  unpublished_changes: number | null
}

interface AutosaveOptions<Content, Edit extends AnyEdit, Part> {
  rules: ContentRules<Content, Edit, Part>
  content: Content
  revision: number
  savedAt: string | null
  unpublishedChanges: number | null
  copies: LocalCopyStore<Content>
  send: (save: Save<Content>) => Promise<Saved>
  /** Sends what is small enough so that it outlives the page. Null: it is not. */
  sendLeaving: (save: Save<Content>) => Promise<Saved> | null
  /** The server knows the session no more. */
  onSignedOut: () => void
  /** What the copy it is opened with was perhaps sent as, and may still arrive. */
  sent?: string | null
  /** Opened with changes that do not go back to what the server has. */
  theirs?: Theirs<Content> | null
}

const pauseMs = 1000
const atMostMs = 5000
const copyPauseMs = 300
const copyAtMostMs = 1500
const retriesMs = [2000, 5000, 15_000, 30_000, 60_000]
/** More tries than this without one answer are a day without a network. */
const unansweredAtMost = 100

export interface Autosave<Content, Part> {
  /** To be told of every change. */
  change: (content: Content) => void
  /** Saves now what waits or has failed. */
  saveNow: () => void
  /** The page may be about to go: keeps a copy, and saves in a way that can outlive the page. */
  leave: () => void
  /** Goes on from what the server has: `content` is the choice made between the two. */
  resolve: (content: Content, theirs: Theirs<Content>) => void
  /** What the server has is published now. */
  notePublished: () => void
  subscribe: (listener: () => void) => () => void
  read: () => AutosaveSnapshot<Content, Part>
  /** What was last saved, as this page has sent or got it. Null: not known. */
  base: () => Content | null
  /**
   * Begins to save. The answer ends it: it saves all that is left at once, and resolves when that is
   * done or has failed. What could not be saved stays as the browser's copy.
   */
  start: () => () => Promise<void>
}

/**
 * Saves what is edited a moment after each change, one save at a time, and tries again what failed. What is
 * not saved yet is kept in the browser.
 */
export function createAutosave<Content, Edit extends AnyEdit, Part>(
  options: AutosaveOptions<Content, Edit, Part>,
): Autosave<Content, Part> {
  const { copies, rules } = options
  const listeners = new Set<() => void>()
  const opened: SaveState<Content, Part> = options.theirs
    ? { kind: 'conflict', theirs: options.theirs }
    : { kind: 'saved', savedAt: options.savedAt }
  let snapshot: AutosaveSnapshot<Content, Part> = {
    state: opened,
    revision: options.revision,
    unpublishedChanges: options.unpublishedChanges,
    isKept: true,
  }
  let { content } = options
  let base: Content | null = options.theirs ? null : options.content
  /** What was sent without an answer and may be taken: if the server has any of that, it is no conflict. */
  let sent = (options.sent?.split(' ') ?? []).map((sign) => ({
    sign,
    revision: options.revision + 1,
  }))
  let underWay: { id: string; content: Content; done: Promise<void> } | null = null
  /** What was sent right behind the save under way, as the page was perhaps about to go. */
  let behind: { content: Content; answer: Promise<Saved | null> } | null = null
  let isStopped = false
  let failures = 0
  let firstUnsavedAt: number | null = null
  let firstUncopiedAt: number | null = null
  let saveTimer: ReturnType<typeof setTimeout> | undefined
  let copyTimer: ReturnType<typeof setTimeout> | undefined

  const show = (change: Partial<AutosaveSnapshot<Content, Part>>) => {
    snapshot = { ...snapshot, ...change }
    for (const listener of listeners) listener()
  }

  const keepCopy = () => {
    clearTimeout(copyTimer)
    firstUncopiedAt = null
    if (content === base) return
    const isKept = copies.write({
      content,
      revision: snapshot.revision,
      sent: sent.length > 0 ? sent.map(({ sign }) => sign).join(' ') : null,
    })
    if (isKept !== snapshot.isKept) show({ isKept })
  }

  const schedule = (delayMs: number) => {
    clearTimeout(saveTimer)
    if (!isStopped) saveTimer = setTimeout(saveNow, delayMs)
  }

  const change = (changed: Content) => {
    if (changed === content) return
    content = changed
    clearTimeout(copyTimer)
    firstUncopiedAt ??= Date.now()
    const uncopied = Date.now() - firstUncopiedAt
    copyTimer = setTimeout(keepCopy, Math.max(0, Math.min(copyPauseMs, copyAtMostMs - uncopied)))
    if (snapshot.state.kind === 'conflict') return
    firstUnsavedAt ??= Date.now()
    const waited = Date.now() - firstUnsavedAt
    if (underWay === null) schedule(Math.max(0, Math.min(pauseMs, atMostMs - waited)))
    // What was refused stays named until the next look, so that nothing flickers at every key.
    if (snapshot.state.kind === 'saved') show({ state: { kind: 'saving' } })
  }

  const saveNow = () => {
    clearTimeout(saveTimer)
    if (underWay !== null || snapshot.state.kind === 'conflict') return
    if (content === base) {
      firstUnsavedAt = null
      copies.clear()
      return show({ state: { kind: 'saved', savedAt: savedAt() } })
    }
    const errors = rules.check(content)
    if (errors.length > 0) {
      keepCopy()
      firstUnsavedAt = null
      return show({ state: { kind: 'refused', errors } })
    }
    save(options.send)
  }

  const save = (send: AutosaveOptions<Content, Edit, Part>['send']) => {
    const sending = content
    const saving = prepare(sending, snapshot.revision)
    const answer = send(saving)
    firstUnsavedAt = null
    show({ state: { kind: 'saving' } })
    underWay = { id: saving.save_id, content: sending, done: finish(sending, answer) }
  }

  const prepare = (sending: Content, revision: number): Save<Content> => {
    const trimmed = rules.trim(sending)
    const sign = fingerprint(rules.describe(trimmed))
    sent = [...sent, { sign, revision }].slice(-unansweredAtMost)
    return { revision, content: trimmed, save_id: newId() }
  }

  const finish = async (sending: Content, answer: Promise<Saved>) => {
    try {
      const first = await answer
      const later = await behind?.answer
      if (behind && later) acknowledge(behind.content, later)
      else acknowledge(sending, first)
    } catch (error) {
      fail(error, sending)
    }
  }

  /** Goes to what the save under way is going to make, and to nothing that somebody else makes instead. */
  const sendBehind = ({ id, content: before }: NonNullable<typeof underWay>) => {
    if (behind !== null || content === before) return
    const answer = options.sendLeaving({ ...prepare(content, snapshot.revision + 1), after: id })
    behind = answer && { content, answer: answer.catch(() => null) }
  }

  /** What was sent for an earlier revision than the server's is never taken any more. */
  const forgetSent = (saved: number) => {
    sent = sent.filter(({ revision }) => revision >= saved)
  }

  const acknowledge = (saved: Content, answer: Saved) => {
    const { revision, saved_at: savedAtNow, unpublished_changes: unpublishedChanges } = answer
    underWay = null
    behind = null
    failures = 0
    forgetSent(revision)
    base = saved
    lastSavedAt = savedAtNow
    const isAllSaved = content === base
    if (isAllSaved) {
      clearTimeout(copyTimer)
      firstUncopiedAt = null
      copies.clear()
      const state: SaveState<Content, Part> = { kind: 'saved', savedAt: savedAtNow }
      show({ revision, unpublishedChanges, isKept: true, state })
      return
    }
    show({ revision, unpublishedChanges, state: { kind: 'saving' } })
    keepCopy()
    firstUnsavedAt ??= Date.now()
    schedule(pauseMs)
  }

  const fail = (error: unknown, sending: Content) => {
    underWay = null
    behind = null
    if (!(error instanceof ApiError)) {
      show({ state: { kind: 'failed', sentence: t(unknownFailure) } })
      keepCopy()
      throw error
    }
    const theirs = theirsIn(rules, error)
    const saved = theirs && rules.describe(theirs.content)
    if (theirs && saved !== null && sent.some(({ sign }) => sign === fingerprint(saved))) {
      const isThis = saved === rules.describe(rules.trim(sending))
      acknowledge(isThis ? sending : theirs.content, {
        revision: theirs.revision,
        saved_at: new Date().toISOString(),
        unpublished_changes: snapshot.unpublishedChanges,
      })
      return
    }
    if (theirs) show({ state: { kind: 'conflict', theirs } })
    else if (error.errors.length > 0) {
      show({ state: { kind: 'refused', errors: rules.locate(sending, error.errors) } })
    } else {
      show({ state: { kind: 'failed', sentence: error.message } })
      if (isWorthRetrying(error)) {
        schedule(retriesMs[Math.min(failures, retriesMs.length - 1)] ?? 0)
        failures += 1
      }
    }
    keepCopy()
    if (error.status === 401 && !isStopped) options.onSignedOut()
  }

  let lastSavedAt: string | null = null
  const savedAt = () => lastSavedAt ?? options.savedAt

  return {
    change,
    saveNow,
    leave: () => {
      if (
        content !== base &&
        snapshot.state.kind !== 'conflict' &&
        rules.check(content).length === 0
      ) {
        clearTimeout(saveTimer)
        if (underWay !== null) sendBehind(underWay)
        else save((draft) => options.sendLeaving(draft) ?? options.send(draft))
      }
      keepCopy()
    },
    resolve: (chosen, theirs) => {
      base = theirs.content
      content = chosen
      forgetSent(theirs.revision)
      show({ revision: theirs.revision, state: { kind: 'saving' } })
      keepCopy()
      saveNow()
    },
    notePublished: () => show({ unpublishedChanges: 0 }),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    read: () => snapshot,
    base: () => base,
    start: () => {
      isStopped = false
      return async () => {
        keepCopy()
        isStopped = true
        saveNow()
        while (underWay !== null) {
          await underWay.done
          if (snapshot.state.kind === 'saving') saveNow()
        }
      }
    },
  }
}

/** What a page finds when it opens something that this browser has unsaved changes of. */
export function compareCopy<Content, Edit extends AnyEdit, Part>(
  rules: ContentRules<Content, Edit, Part>,
  copy: LocalCopy<Content>,
  theirs: Theirs<Content>,
): 'same' | 'newer' | 'conflict' {
  const saved = rules.describe(theirs.content)
  if (rules.describe(rules.trim(copy.content)) === saved) return 'same'
  const isSent = copy.sent?.split(' ').includes(fingerprint(saved)) ?? false
  const goesBackToIt = copy.revision === theirs.revision || isSent
  return goesBackToIt ? 'newer' : 'conflict'
}

/** The newest copy that holds what the server has not; removes those that were saved after all. */
export function findUnsaved<Content, Edit extends AnyEdit, Part>(
  rules: ContentRules<Content, Edit, Part>,
  copies: LocalCopyStore<Content>,
  theirs: Theirs<Content>,
): { copy: LocalCopy<Content>; isConflict: boolean } | null {
  for (let copy = copies.read(); copy; copy = copies.read()) {
    const found = compareCopy(rules, copy, theirs)
    if (found !== 'same') return { copy, isConflict: found === 'conflict' }
    copies.clear()
  }
  return null
}

const unknownFailure = msg('Something went wrong. Please try again.')

function isWorthRetrying({ status }: ApiError): boolean {
  return status === 0 || status === 429 || status >= 500
}

function theirsIn<Content, Edit extends AnyEdit, Part>(
  rules: ContentRules<Content, Edit, Part>,
  error: ApiError,
): Theirs<Content> | null {
  const { revision, course, content: sent = course } = error.problem
  if (error.code !== 'draft_conflict' || revision === undefined) return null
  const content = rules.parse(sent)
  return content && { revision, content }
}
