import { type ReactNode, useId } from 'react'

interface SectionProps {
  heading: string
  isEmpty: boolean
  /** Said where there is nothing. */
  empty: string
  children: ReactNode
}

/** A part of a person's page. */
export function Section({ heading, isEmpty, empty, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-8">
      <h3 id={id} className="mb-3 text-xl">
        {heading}
      </h3>
      {isEmpty ? <p className="text-ink-soft">{empty}</p> : children}
    </section>
  )
}
