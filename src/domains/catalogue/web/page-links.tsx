import { Link } from 'react-router'
import { type CourseQuery, paths } from '../../../paths.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { buttonStyle } from '../../../ui/controls/button-style.ts'
import { listPageNumbers } from './list-page-numbers.ts'

interface PageLinksProps {
  query: CourseQuery
  /** From 1. */
  page: number
  pages: number
}

/** The ways to the other pages of the list. */
export function PageLinks({ query, page, pages }: PageLinksProps) {
  if (pages === 1) return null
  const step = `${buttonStyle('secondary')} px-4!`
  return (
    <nav aria-label={t('Pages')} className="mt-10 flex flex-wrap items-center justify-center gap-2">
      {page > 1 && (
        <Link rel="prev" to={paths.coursesFound(query, page - 1)} className={step}>
          {t('Previous')}
        </Link>
      )}
      {listPageNumbers(page, pages).map((number, at) =>
        number === null ? (
          // oxlint-disable-next-line react/no-array-index-key -- a gap is nothing but its place
          <span key={`gap-${at}`} aria-hidden="true" className="px-1 text-ink-soft">
            …
          </span>
        ) : (
          <Link
            key={number}
            to={paths.coursesFound(query, number)}
            aria-label={t('Page {page}', { page: number })}
            aria-current={number === page ? 'page' : undefined}
            className={`${buttonStyle('quiet')} min-w-12 px-2! tabular-nums aria-[current]:bg-ink aria-[current]:text-paper`}
          >
            {number}
          </Link>
        ),
      )}
      {page < pages && (
        <Link rel="next" to={paths.coursesFound(query, page + 1)} className={step}>
          {t('Next')}
        </Link>
      )}
    </nav>
  )
}
