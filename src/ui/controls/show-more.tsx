import { useState } from 'react'
import { t } from '../../shared/i18n/translate.ts'
import { Button } from './button.tsx'

interface Paged {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => Promise<unknown>
}

/** Below a list that grows by a page when asked to; once all of it is there, that is said in its place. */
export function ShowMore({ found, className = 'mt-4' }: { found: Paged; className?: string }) {
  const [isAsked, setIsAsked] = useState(false)
  if (!found.hasNextPage) {
    return isAsked ? (
      <p ref={takeLostFocus} tabIndex={-1} className={`text-sm text-ink-soft ${className}`}>
        {t('That is all.')}
      </p>
    ) : null
  }
  return (
    <Button
      variant="secondary"
      size="small"
      className={className}
      isBusy={found.isFetchingNextPage}
      onClick={() => {
        setIsAsked(true)
        void found.fetchNextPage()
      }}
    >
      {t('Show more')}
    </Button>
  )
}

/** Of the button that went. */
function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true })
}
