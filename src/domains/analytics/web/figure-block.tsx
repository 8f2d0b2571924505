import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { t } from '../../../shared/i18n/translate.ts'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'

interface FigureBlockProps {
  title: string
  hint?: string
  /** What narrows it down, and its file. */
  controls?: ReactNode
  children: ReactNode
}

/** One part of the page with its heading. */
export function FigureBlock({ title, hint, controls, children }: FigureBlockProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="mt-6 rounded-md border border-line bg-sheet p-4 sm:p-5"
    >
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {controls}
      </div>
      {hint !== undefined && <p className="mt-1 text-sm text-ink-soft">{hint}</p>}
      <div className="mt-4">{children}</div>
    </section>
  )
}

interface LoadedProps<Data> {
  /** In lower case, e.g. "revenue". */
  noun: string
  found: UseQueryResult<Data>
  children: (data: Data) => ReactNode
}

/** What was asked for; until then where it will stand, or that it failed. */
export function Loaded<Data>({ noun, found, children }: LoadedProps<Data>) {
  if (found.data !== undefined) return children(found.data)
  if (found.isError)
    return (
      <LoadFailure sentence={t('The {noun} cannot be shown right now.', { noun })} of={found} />
    )
  return <Skeleton label={t('Loading the {noun}', { noun })} className="h-40" />
}

/** The numbers behind a chart, for whoever wants or needs them as such. */
export function Numbers({ children }: { children: ReactNode }) {
  return (
    <details className="mt-3">
      <summary className="cursor-pointer py-3 text-sm font-medium">{t('Show as a table')}</summary>
      <div className="mt-2">{children}</div>
    </details>
  )
}
