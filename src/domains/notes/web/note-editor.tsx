import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react'
import { formatTime } from '../../../shared/format-time.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import type { Place } from '../../learning/place.ts'
import { useLearnerNotes } from './learner-notes.ts'
import type { SavedNote, SendOutcome } from './note-keeper.ts'

export interface OpenNote extends Place {
  id: string
  courseId: string
}

export interface OpenedNote {
  note: OpenNote
  /** What the academy has of it; null: it is new, or was begun before a reload. */
  saved: SavedNote | null
}

interface NoteEditorProps {
  learnerId: string
  open: OpenedNote
  /** Puts the keyboard into the field, each time it changes. */
  timesAsked?: number
  onDone: () => void
}

/** Where a note is typed. At every key it is kept on this device, and a moment later at the academy. */
export function NoteEditor({ learnerId, open, timesAsked = 0, onDone }: NoteEditorProps) {
  const { note, saved } = open
  const { notes, now } = useLearnerNotes(learnerId)
  const { keeper } = notes
  const slot = keeper.slotOf(note.id)
  const field = useRef<HTMLTextAreaElement>(null)
  const text = now.read(slot)?.text ?? saved?.text ?? ''

  const reopen = useEffectEvent(() => keeper.open(note, saved))
  const close = useEffectEvent(() => {
    keeper.close(slot)
    sessionStorage.removeItem(openNoteKey(learnerId))
    notes.sendNow()
  })
  useEffect(() => {
    reopen()
    sessionStorage.setItem(openNoteKey(learnerId), slot)
    return () => close()
  }, [learnerId, slot])
  const focus = useEffectEvent((_times: number) => {
    field.current?.setSelectionRange(text.length, text.length)
    field.current?.focus()
  })
  useEffect(() => focus(timesAsked), [timesAsked])

  const onKeyDown = (event: KeyboardEvent) => {
    const isDone =
      event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
    if (!isDone || event.nativeEvent.isComposing) return
    event.preventDefault()
    onDone()
  }
  const outcome = now.outcomeOf(slot)
  const isDirty = now.isDirty(slot)
  const refusal = isDirty && typeof outcome === 'object' ? outcome.refused : undefined
  return (
    <div className="rounded-md border border-line bg-sheet p-4">
      <TextArea
        ref={field}
        label={t('Note at {time}', { time: formatTime(note.atInSeconds) })}
        value={text}
        rows={4}
        onKeyDown={onKeyDown}
        onChange={(event) => notes.edit(slot, event.target.value)}
        error={refusal}
      />
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <Button size="small" onClick={onDone}>
          {t('Done')}
        </Button>
        <output className="text-sm text-ink-soft">
          {text.trim() !== '' && tellState(isDirty, outcome)}
        </output>
      </div>
    </div>
  )
}

/** Which note is being written in this tab: it is open again after a reload. */
export function openNoteKey(learnerId: string): string {
  return `open-note:${learnerId}`
}

function tellState(isDirty: boolean, outcome: SendOutcome | undefined): string {
  if (!isDirty) return t('Saved')
  if (typeof outcome === 'object') return t('Not saved. Your text is kept on this device.')
  if (outcome === 'waiting' || !navigator.onLine) {
    return t('Kept on this device. It is saved as soon as the academy can be reached.')
  }
  return t('Saving…')
}
