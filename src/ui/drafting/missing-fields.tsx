import type { ApiError } from '../../http/api-client.ts'
import { t } from '../../shared/i18n/translate.ts'
import { Button } from '../controls/button.tsx'

interface MissingFieldsProps {
  error: ApiError
  /** Where a field stands, in words. */
  describePath: (path: string) => string
  onFocusField?: ((path: string) => void) | undefined
  onClose: () => void
}

const shownAtMost = 50

/** What a draft lacks before it can be published, each with the way to its field. */
export function MissingFields(props: MissingFieldsProps) {
  const { error, describePath, onFocusField, onClose } = props
  const left = error.errors.length - shownAtMost
  return (
    <>
      <p role="alert" className="font-medium">
        {t(
          'Before it can be published, {count, plural, one {# field} other {# fields}} must be filled in.',
          { count: error.errors.length },
        )}
      </p>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {error.errors.slice(0, shownAtMost).map(({ path, message }) => (
          <li key={path} className="flex flex-wrap items-center justify-between gap-x-4 py-2">
            <span className="min-w-0">
              {describePath(path)}
              <span className="block text-sm text-ink-soft">{message}</span>
            </span>
            {onFocusField && (
              <Button
                variant="secondary"
                size="small"
                aria-label={t('Go to {path}', { path: describePath(path) })}
                onClick={() => {
                  onClose()
                  // The dialog gives the focus back first.
                  setTimeout(() => onFocusField(path))
                }}
              >
                {t('Go to it')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {left > 0 && (
        <p className="mt-2 text-ink-soft">
          {t('And {count, plural, one {# field} other {# fields}} more.', { count: left })}
        </p>
      )}
    </>
  )
}
