import { t } from '../../shared/i18n/translate.ts'
import { Button } from './button.tsx'

interface Paged {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => Promise<unknown>
}

/** Below a list that grows by a page when asked to. Nothing, once all of it is there. */
export function ShowMore({ found, className = 'mt-4' }: { found: Paged; className?: string }) {
  if (!found.hasNextPage) return null
  return (
    <Button
      variant="secondary"
      size="small"
      className={className}
      isBusy={found.isFetchingNextPage}
      onClick={() => void found.fetchNextPage()}
    >
      {t('Show more')}
    </Button>
  )
}
