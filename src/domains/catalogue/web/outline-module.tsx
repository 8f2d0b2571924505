import type { ReactNode } from 'react'

interface OutlineModuleProps {
  /** Counted from 1. */
  number: number
  title: string
  description: string
  /** A few words at the right, such as how many lessons it has. */
  note: string
  /** The lessons, as `<li>`. */
  children: ReactNode
}

/** One module of an outline, open at first, which can be folded away. */
export function OutlineModule({ number, title, description, note, children }: OutlineModuleProps) {
  return (
    <details open className="group overflow-hidden rounded-md border border-line bg-sheet">
      <summary className="flex list-none items-start gap-3 px-4 py-3 hover:bg-wash focus-visible:-outline-offset-3 [&::-webkit-details-marker]:hidden">
        <FoldPicture />
        <span className="min-w-0 grow">
          <h3 className="text-base leading-snug">
            <span className="text-ink-soft">{number}.</span> {title}
          </h3>
          {description !== '' && (
            <span className="mt-0.5 block text-sm text-ink-soft">{description}</span>
          )}
        </span>
        <span className="shrink-0 text-sm text-ink-soft tabular-nums">{note}</span>
      </summary>
      <ul className="border-t border-line py-1.5">{children}</ul>
    </details>
  )
}

function FoldPicture() {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className="mt-0.5 size-5 shrink-0 text-ink-soft transition-transform duration-150 group-open:rotate-90 rtl:rotate-180"
    >
      <path
        d="m9 6 6 6-6 6"
        className="fill-none stroke-current stroke-2 [stroke-linecap:round] [stroke-linejoin:round]"
      />
    </svg>
  )
}
