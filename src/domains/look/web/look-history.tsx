import { formatDateTime } from '../../../shared/format-date.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { Button } from '../../../ui/controls/button.tsx'
import type { Look } from '../look.ts'
import type { Looks } from './look-queries.ts'

interface LookHistoryProps {
  history: Looks['history']
  isBusy: boolean
  onTakeBack: (number: number) => void
}

/** What was published, newest first; the first is what is seen. */
export function LookHistory({ history, isBusy, onTakeBack }: LookHistoryProps) {
  if (history.length === 0) return null
  return (
    <section aria-labelledby="look-history" className="mt-12 max-w-text">
      <h2 id="look-history" className="text-2xl">
        {t('History')}
      </h2>
      <ol className="mt-3 divide-y divide-line">
        {history.map(({ number, published_at, published_by, look }, at) => (
          <Entry
            key={number}
            look={look}
            name={formatDateTime(published_at)}
            note={
              at === 0
                ? t('Seen now')
                : published_by === null
                  ? t('By somebody unknown')
                  : t('By {name}', { name: published_by })
            }
            isBusy={isBusy}
            onTakeBack={at === 0 ? undefined : () => onTakeBack(number)}
          />
        ))}
        <Entry
          look={null}
          name={t('The look that comes with the academy')}
          note=""
          isBusy={isBusy}
          onTakeBack={() => onTakeBack(0)}
        />
      </ol>
    </section>
  )
}

function Entry(props: {
  look: Look | null
  name: string
  note: string
  isBusy: boolean
  onTakeBack: (() => void) | undefined
}) {
  const colours = [props.look?.colour, props.look?.second].filter(
    (colour) => typeof colour === 'string',
  )
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="flex items-center gap-3">
        {colours.map((colour) => (
          <span
            key={colour}
            title={colour}
            style={{ background: colour }}
            className="size-6 rounded-full border border-edge"
          />
        ))}
        <span>
          {props.name}
          {props.note !== '' && <span className="block text-sm text-ink-soft">{props.note}</span>}
        </span>
      </div>
      {props.onTakeBack && (
        <Button
          variant="secondary"
          size="small"
          isBusy={props.isBusy}
          aria-label={t('Go back to: {publication}', { publication: props.name })}
          onClick={props.onTakeBack}
        >
          {t('Go back to this')}
        </Button>
      )}
    </li>
  )
}
