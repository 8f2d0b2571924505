import { type ReactNode, useId } from 'react'

/** A part of “Your data”. */
export function Section({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="max-w-text">
      <h2 id={id} className="mb-4 text-2xl">
        {heading}
      </h2>
      {children}
    </section>
  )
}
