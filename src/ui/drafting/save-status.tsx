import { t } from '../../shared/i18n/translate.ts'
import { Button } from '../controls/button.tsx'
import type { AutosaveSnapshot, SaveState } from './autosave.ts'
import type { FieldError } from './content-rules.ts'
import { formatSavedAt } from './format-saved-at.ts'

interface SaveStatusProps<Content, Part>
  extends Pick<AutosaveSnapshot<Content, Part>, 'state' | 'unpublishedChanges' | 'isKept'> {
  onRetry: () => void
  onShowError: (error: FieldError<Part>) => void
  onCompare: () => void
}

/** Whether what was written is on the server, and how much of it nobody sees yet. Only what needs somebody is said aloud. */
export function SaveStatus<Content, Part>(props: SaveStatusProps<Content, Part>) {
  const { state, unpublishedChanges, isKept, onRetry, onShowError, onCompare } = props
  const [first] = state.kind === 'refused' ? state.errors : []
  const isAlarming = state.kind !== 'saved' && state.kind !== 'saving'
  return (
    <>
      {/* On a phone both have lines of their own, empty or not: a save moves nothing from under a finger. */}
      <span className="min-h-5 text-sm text-ink-soft sm:empty:hidden">
        {!!unpublishedChanges &&
          t('{count, plural, one {# change} other {# changes}} not published', {
            count: unpublishedChanges,
          })}
      </span>
      <div className="flex min-h-9 w-full flex-wrap items-center gap-x-3 text-sm sm:w-auto">
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
              {isKept
                ? t('{sentence} Your text is kept in this browser.', { sentence: state.sentence })
                : t('{sentence} This browser keeps no text: please leave the page open.', {
                    sentence: state.sentence,
                  })}
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
    </>
  )
}

/** Why a publication has to wait. Null: it need not. */
export function unsavedNotice(state: SaveState<unknown, unknown>): string | null {
  if (state.kind === 'saved') return null
  return state.kind === 'saving' ? t('Waiting until everything is saved …') : describe(state)
}

function describe(state: SaveState<unknown, unknown>): string {
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
      return t('Not saved: somebody else has changed this.')
  }
}
