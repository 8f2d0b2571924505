import { Link } from 'react-router'
import { type CourseQuery, paths } from '../../../paths.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { buttonStyle } from '../../../ui/controls/button-style.ts'
import type { CourseFilters } from './course-filters.ts'

interface FilterLinksProps {
  query: CourseQuery
  filters: CourseFilters
}

/** The ways to the courses in one language or of one level, once there are several. */
export function FilterLinks({ query, filters }: FilterLinksProps) {
  const labels = { language: t('Language'), level: t('Level') }
  return (['language', 'level'] as const)
    .filter((name) => filters[name].length > 0)
    .map((name) => (
      <div key={name} className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1">
        <span id={`by-${name}`} className="font-medium">
          {labels[name]}
        </span>
        <ul aria-labelledby={`by-${name}`} className="flex flex-wrap gap-1.5">
          {[{ value: '', label: t('All') }, ...filters[name]].map(({ value, label }) => (
            <li key={value}>
              <Link
                to={paths.coursesFound({ ...query, [name]: value })}
                preventScrollReset
                aria-current={value === query[name] ? 'true' : undefined}
                className={`${buttonStyle('secondary', 'small')} aria-[current]:bg-ink aria-[current]:text-paper`}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    ))
}
