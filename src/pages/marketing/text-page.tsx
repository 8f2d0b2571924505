import type { ReactNode } from 'react'

interface TextPageProps {
  heading: string
  /** The page in one or two sentences, set larger. */
  lead: ReactNode
  children: ReactNode
}

/** A page to read: one column, as wide as is easy on the eye. */
export function TextPage({ heading, lead, children }: TextPageProps) {
  return (
    <article className="page-width py-12 sm:py-16">
      <div className="max-w-text">
        <h1 className="text-4xl sm:text-5xl">{heading}</h1>
        <p className="mt-5 text-xl text-ink-soft">{lead}</p>
        {children}
      </div>
    </article>
  )
}

export function TextSection({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className="mt-10">
      <h2 className="text-2xl">{heading}</h2>
      <div className="mt-3 grid gap-4">{children}</div>
    </section>
  )
}

export function TextList({ items }: { items: readonly string[] }) {
  return (
    <ul className="grid list-disc gap-2 ps-5 marker:text-rani">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}
