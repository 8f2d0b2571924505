import type { ReactNode } from 'react'
import { Alert } from '../../../../ui/controls/alert.tsx'
import type { FieldError } from '../../../../ui/drafting/content-rules.ts'

/** Finds what is wrong with a field of this panel. */
export type ErrorOf = (field: string) => string | undefined

export function errorsIn(errors: readonly FieldError<unknown>[]): ErrorOf {
  return (field) => errors.find((error) => error.field === field)?.message
}

/** So a field can be found from the list of what needs attention. */
export function fieldId(field: string): string {
  return `course-field-${field}`
}

export const panelHeadingId = 'course-panel-heading'

interface PanelFrameProps {
  heading: string
  /** Buttons for the whole of what is shown. */
  actions?: ReactNode
  children: ReactNode
}

export function PanelFrame({ heading, actions, children }: PanelFrameProps) {
  return (
    <section aria-labelledby={panelHeadingId} className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={panelHeadingId} tabIndex={-1} className="text-2xl">
          {heading}
        </h2>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </section>
  )
}

/** There are more of them than a course can have, wherever they were added or moved. */
export function LimitError({ field, error }: { field: string; error: string | undefined }) {
  if (error === undefined) return null
  return (
    <div id={fieldId(field)} tabIndex={-1}>
      <Alert tone="danger">{error}</Alert>
    </div>
  )
}
