import { t } from '../../shared/i18n/translate.ts'
import { Button } from '../../ui/controls/button.tsx'

interface PaginationProps {
  /** What is paged, e.g. "payments". */
  label: string
  /** Counted from 1. */
  page: number
  pageCount: number
  /** 1: to the next page, -1: to the one before. */
  onTurn: (by: number) => void
}

/** Leaves through pages. Shows nothing where there is one page only. */
export function Pagination({ label, page, pageCount, onTurn }: PaginationProps) {
  if (pageCount <= 1) return null
  return (
    <nav
      aria-label={t('Pages of {list}', { list: label })}
      className="mt-4 flex flex-wrap items-center justify-between gap-4"
    >
      <Button variant="secondary" size="small" disabled={page <= 1} onClick={() => onTurn(-1)}>
        {t('Previous')}
      </Button>
      <span aria-live="polite" className="text-sm tabular-nums">
        {t('Page {page} of {pageCount}', { page, pageCount })}
      </span>
      <Button
        variant="secondary"
        size="small"
        disabled={page >= pageCount}
        onClick={() => onTurn(1)}
      >
        {t('Next')}
      </Button>
    </nav>
  )
}
