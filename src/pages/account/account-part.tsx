import { type ReactNode, useId } from 'react'

/** A part of the account under its heading. */
export function AccountPart({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="max-w-form">
      <h2 id={id} className="mb-5 text-2xl">
        {heading}
      </h2>
      {children}
    </section>
  )
}
