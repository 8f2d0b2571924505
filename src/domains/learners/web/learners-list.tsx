import { useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { formatDate } from '../../../shared/format-date.ts'
import { msg, t } from '../../../shared/i18n/translate.ts'
import { Badge } from '../../../ui/controls/badge.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import type { Column } from '../../../ui/controls/data-table.tsx'
import { PagedTable } from '../../../ui/controls/paged-table.tsx'
import { SelectField } from '../../../ui/controls/select-field.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { rich } from '../../../ui/rich.tsx'
import { useRights } from '../../staff/web/use-rights.ts'
import type { ListedLearner } from '../contract.ts'
import { LearnersFiles } from './learners-files.tsx'
import { type LearnersFilter, learnersQuery } from './queries.ts'
import { useCourseOptions } from './use-course-options.ts'

const filters = [
  { value: '', label: msg('All learners') },
  { value: 'never_started', label: msg('Never started') },
  { value: 'stalled', label: msg('Stalled for two weeks') },
  { value: 'refunded', label: msg('Refunded') },
]
const sorts = [
  { value: 'newest', label: msg('Newest first') },
  { value: 'name', label: msg('By name') },
]

/** Search, filters and pages of all who have an account; what is asked for stands in the address. */
export function LearnersList() {
  const { may } = useRights()
  const [params, setParams] = useSearchParams()
  const wanted = readFilter(params)
  const found = useInfiniteQuery(learnersQuery(wanted))
  const courses = useCourseOptions()
  const show = (changed: Partial<Record<keyof LearnersFilter, string>>) => {
    // The address is ahead of what is drawn.
    const newest = readFilter(new URLSearchParams(window.location.search))
    const all = Object.entries({ ...newest, ...changed }).filter(
      ([name, value]) => value !== '' && !(name === 'sort' && value === 'newest'),
    )
    setParams(Object.fromEntries(all), { replace: true })
  }
  const isFiltered = wanted.filter !== '' || wanted.has_course !== ''
  // On a phone the names come first.
  const [isChoosing, setIsChoosing] = useState(false)
  return (
    <>
      <SearchForm search={wanted.search} onSearch={(search) => show({ search })} />
      <Button
        variant="secondary"
        size="small"
        aria-expanded={isChoosing}
        onClick={() => setIsChoosing(!isChoosing)}
        className="mt-3 sm:hidden"
      >
        {isFiltered || wanted.sort !== 'newest'
          ? t('Filter and sort (in use)')
          : t('Filter and sort')}
      </Button>
      <div className={`mt-4 gap-4 sm:grid sm:grid-cols-3 ${isChoosing ? 'grid' : 'max-sm:hidden'}`}>
        <SelectField
          label={t('Show')}
          options={filters.map(({ value, label }) => ({ value, label: t(label) }))}
          value={wanted.filter}
          onChange={(event) => show({ filter: event.target.value })}
        />
        <SelectField
          label={t('Who have')}
          options={[{ value: '', label: t('Any course') }, ...courses]}
          value={wanted.has_course}
          onChange={(event) => show({ has_course: event.target.value })}
        />
        <SelectField
          label={t('Sort')}
          options={sorts.map(({ value, label }) => ({ value, label: t(label) }))}
          value={wanted.sort}
          onChange={(event) => show({ sort: event.target.value })}
        />
      </div>
      <PagedTable
        noun={t('learners')}
        found={found}
        rowsOf={({ learners }) => learners}
        keyOf={({ id }) => id}
        columns={columns}
        narrow="lines"
        empty={
          isFiltered || wanted.search !== ''
            ? {
                title: t('Nobody matches'),
                text: t('Try part of the name or the e-mail, or show all learners.'),
              }
            : {
                title: t('Nobody has an account yet'),
                text: t('Learners appear here when they sign up, or come in by a file.'),
              }
        }
      />
      {(may('gifts') || may('exports')) && <LearnersFiles />}
    </>
  )
}

const columns: Column<ListedLearner>[] = [
  {
    heading: msg('Name'),
    inLines: 'max-sm:grow max-sm:text-base',
    cell: ({ id, name, is_blocked: isBlocked }) => (
      <>
        <Link
          to={`?${new URLSearchParams({ person: id })}`}
          className="text-link inline-block py-2.5 font-medium wrap-anywhere lg:py-0"
        >
          {name}
        </Link>
        {isBlocked && (
          <>
            {' '}
            <Badge tone="waiting">{t('Blocked')}</Badge>
          </>
        )}
      </>
    ),
  },
  {
    heading: msg('E-mail'),
    inLines: 'max-sm:order-last max-sm:basis-full max-sm:text-ink-soft',
    cell: ({ email }) => <span className="wrap-anywhere">{email}</span>,
  },
  {
    heading: msg('Courses'),
    isNumber: true,
    inLines: 'max-sm:order-last',
    cell: ({ courses }) => (
      <>
        {rich('{count, plural, one {#<unit> course</unit>} other {#<unit> courses</unit>}}', {
          count: courses,
          unit: <span className="sm:hidden" />,
        })}
      </>
    ),
  },
  {
    heading: msg('Joined'),
    isUnbroken: true,
    inLines: 'max-sm:order-last max-sm:ms-auto max-sm:text-ink-soft',
    cell: ({ created_at: at }) => formatDate(at),
  },
]

function SearchForm({ search, onSearch }: { search: string; onSearch: (word: string) => void }) {
  const field = useRef<HTMLInputElement>(null)
  // Back changes what is searched; what is being typed stays.
  useEffect(() => {
    if (field.current && field.current !== document.activeElement) field.current.value = search
  }, [search])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch(field.current?.value.trim() ?? '')
  }
  return (
    <search>
      <form onSubmit={submit} className="grid grid-cols-[1fr_auto] items-start gap-x-3">
        <TextField
          label={t('Search')}
          hint={t('A name, an e-mail, or the number of a payment, receipt or certificate.')}
          type="search"
          maxLength={300}
          isOptional
          ref={field}
          defaultValue={search}
        />
        <Button type="submit" variant="secondary" className="mt-8">
          {t('Search')}
        </Button>
      </form>
    </search>
  )
}

function readFilter(params: URLSearchParams): LearnersFilter {
  const filter = params.get('filter') ?? ''
  return {
    search: params.get('search') ?? '',
    // Known by the list of what can be chosen.
    filter: filters.some(({ value }) => value === filter)
      ? (filter as LearnersFilter['filter'])
      : '',
    has_course: params.get('has_course') ?? '',
    sort: params.get('sort') === 'name' ? 'name' : 'newest',
  }
}
