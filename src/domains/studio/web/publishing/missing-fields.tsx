import type { ApiError } from '../../../../http/api-client.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { count } from '../../../catalogue/web/summarise-outline.ts'
import { describePath } from './describe-path.ts'

interface MissingFieldsProps {
  error: ApiError
  onFocusField?: ((path: string) => void) | undefined
  onClose: () => void
}

const shownAtMost = 50

/** What a draft lacks before it can be published, each with the way to its field. */
export function MissingFields({ error, onFocusField, onClose }: MissingFieldsProps) {
  const left = error.errors.length - shownAtMost
  return (
    <>
      <p role="alert" className="font-medium">
        Before it can be published, {count(error.errors.length, 'field')} must be filled in.
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
                aria-label={`Go to ${describePath(path)}`}
                onClick={() => {
                  onClose()
                  // The dialog gives the focus back first.
                  setTimeout(() => onFocusField(path))
                }}
              >
                Go to it
              </Button>
            )}
          </li>
        ))}
      </ul>
      {left > 0 && <p className="mt-2 text-ink-soft">And {count(left, 'field')} more.</p>}
    </>
  )
}
