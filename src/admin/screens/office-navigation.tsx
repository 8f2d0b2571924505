import { type KeyboardEvent, useRef } from 'react'
import { NavLink } from 'react-router'
import { useRights } from '../../staff/screens/use-rights.ts'
import { type OfficePlace, officePath, officePlaces } from './office-places.ts'

/**
 * The parts that the role opens; nothing while that is one. A row on wide screens; on narrow ones the
 * part that is open, which unfolds the others.
 */
export function OfficeNavigation({ place }: { place: OfficePlace | undefined }) {
  const { may } = useRights()
  const open = officePlaces.filter(({ rights }) => rights.some(may))
  if (open.length <= 1) return null
  return (
    <nav aria-label="Office" className="mb-6">
      <ul className="-mx-1 flex flex-wrap gap-x-1 border-b border-line max-lg:hidden">
        {open.map((one) => (
          <li key={one.name}>
            <NavLink
              to={officePath(one)}
              end
              className="-mb-px inline-flex min-h-11 items-center border-b-3 border-transparent px-3 text-sm font-medium text-ink-soft hover:text-ink aria-[current=page]:border-marigold aria-[current=page]:text-ink"
            >
              {one.label}
            </NavLink>
          </li>
        ))}
      </ul>
      {/* Another part, another fold: also who comes by the browser's buttons finds it closed. */}
      <FoldedPlaces key={place?.name} places={open} label={place?.label} />
    </nav>
  )
}

interface FoldedPlacesProps {
  places: OfficePlace[]
  /** Of the part that is open; undefined: the address names none. */
  label: string | undefined
}

function FoldedPlaces({ places, label }: FoldedPlacesProps) {
  const fold = useRef<HTMLDetailsElement>(null)
  const close = () => fold.current?.removeAttribute('open')
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    close()
    fold.current?.querySelector('summary')?.focus()
  }
  return (
    <details ref={fold} className="group border-b border-line lg:hidden">
      <summary
        onKeyDown={closeByKey}
        className="flex min-h-12 cursor-pointer list-none items-center gap-2 [&::-webkit-details-marker]:hidden"
      >
        <span className="text-ink-soft">Office:</span>
        <span className="grow font-medium wrap-anywhere">{label ?? 'choose a page'}</span>
        <svg
          viewBox="0 0 24 24"
          aria-hidden="true"
          className="size-6 shrink-0 group-open:rotate-180"
        >
          <path
            d="m6 9.5 6 6 6-6"
            className="fill-none stroke-current stroke-2 [stroke-linecap:round] [stroke-linejoin:round]"
          />
        </svg>
      </summary>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(9rem,100%),1fr))] gap-x-2 pb-3">
        {places.map((one) => (
          <li key={one.name}>
            <NavLink
              to={officePath(one)}
              end
              onClick={close}
              onKeyDown={closeByKey}
              className="flex min-h-12 items-center rounded-sm border-l-3 border-transparent px-2 text-[0.9375rem] hover:bg-wash aria-[current=page]:border-marigold aria-[current=page]:bg-wash aria-[current=page]:font-medium"
            >
              {one.label}
            </NavLink>
          </li>
        ))}
      </ul>
    </details>
  )
}
