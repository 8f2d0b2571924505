import { t } from '../../../../shared/i18n/translate.ts'
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
            {t('Try again')}
          </Button>
          <p className="w-full text-ink-soft">
            {t('{sentence} Your text is kept in this browser.', { sentence: state.sentence })}
          </p>
        </>
      )}
      {first && (
        <Button variant="secondary" size="small" onClick={() => onShowError(first)}>
          {t('Show the field')}
        </Button>
      )}
      {state.kind === 'conflict' && (
        <Button variant="secondary" size="small" onClick={onCompare}>
          {t('Compare')}
        </Button>
      )}
    </div>
  )
}

/** Why a publication has to wait. Null: it need not. */
export function unsavedNotice(state: SaveState): string | null {
  if (state.kind === 'saved') return null
  return state.kind === 'saving' ? t('Waiting until everything is saved …') : describe(state)
}

function describe(state: SaveState): string {
  switch (state.kind) {
    case 'saved':
      return state.savedAt === null
        ? t('No changes yet')
        : t('Saved at {time}', { time: formatSavedAt(state.savedAt) })
    case 'saving':
      return t('Saving…')
    case 'failed':
      return t('Not saved.')
    case 'refused':
      return t('Not saved: {count, plural, one {# field needs} other {# fields need}} attention.', {
        count: state.errors.length,
      })
    case 'conflict':
      return t('Not saved: somebody else has changed this course.')
  }
}
