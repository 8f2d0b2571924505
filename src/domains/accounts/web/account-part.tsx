import { type ReactNode, useId } from 'react'

interface AccountPartProps {
  heading: string
  /** As wide as text is read; else as wide as a form. */
  isText?: boolean
  children: ReactNode
}

/** A part of somebody's account, under its heading. */
export function AccountPart({ heading, isText = false, children }: AccountPartProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={isText ? 'max-w-text' : 'max-w-form'}>
      <h2 id={id} className="mb-5 text-2xl">
        {heading}
      </h2>
      {children}
    </section>
  )
}
