import { Button } from '../../../../ui/controls/button.tsx'
import type { SaveState } from './autosave.ts'
import type { FieldError } from './check-course.ts'
import { formatSavedAt } from './format-saved-at.ts'

interface SaveStatusProps {
  state: SaveState
  onRetry: () => void
  onShowError: (error: FieldError) => void
  onCompare: () => void
}

/** Whether what was written is on the server. Only what needs somebody is said aloud. */
export function SaveStatus({ state, onRetry, onShowError, onCompare }: SaveStatusProps) {
  const [first] = state.kind === 'refused' ? state.errors : []
  const isAlarming = state.kind !== 'saved' && state.kind !== 'saving'
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-3 text-sm">
      <p className={isAlarming ? 'font-medium text-danger' : 'text-ink-soft tabular-nums'}>
        {describe(state)}
      </p>
      <p aria-live="polite" className="sr-only">
        {isAlarming ? describe(state) : ''}
      </p>
      {state.kind === 'failed' && (
        <>
          <Button variant="secondary" size="small" onClick={onRetry}>
            Try again
          </Button>
          <p className="w-full text-ink-soft">
            {state.sentence} Your text is kept in this browser.
          </p>
        </>
      )}
      {first && (
        <Button variant="secondary" size="small" onClick={() => onShowError(first)}>
          Show the field
        </Button>
      )}
      {state.kind === 'conflict' && (
        <Button variant="secondary" size="small" onClick={onCompare}>
          Compare
        </Button>
      )}
    </div>
  )
}

/** Why a publication has to wait. Null: it need not. */
export function unsavedNotice(state: SaveState): string | null {
  if (state.kind === 'saved') return null
  return state.kind === 'saving' ? 'Waiting until everything is saved …' : describe(state)
}

function describe(state: SaveState): string {
  switch (state.kind) {
    case 'saved':
      return state.savedAt === null ? 'No changes yet' : `Saved at ${formatSavedAt(state.savedAt)}`
    case 'saving':
      return 'Saving…'
    case 'failed':
      return 'Not saved.'
    case 'refused':
      return state.errors.length === 1
        ? 'Not saved: 1 field needs attention.'
        : `Not saved: ${state.errors.length} fields need attention.`
    case 'conflict':
      return 'Not saved: somebody else has changed this course.'
  }
}
