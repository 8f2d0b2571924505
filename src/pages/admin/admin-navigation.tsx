import { type KeyboardEvent, useRef } from 'react'
import { NavLink } from 'react-router'
import { useRights } from '../../domains/staff/web/use-rights.ts'
import { t } from '../../shared/i18n/translate.ts'
import { type AdminPage, adminPageGroups, adminPages, adminPath } from './admin-pages.ts'

/**
 * The parts that the role opens, in groups; nothing while that is one. Beside the page on wide screens; on
 * narrower ones the part that is open, which unfolds the others.
 */
export function AdminNavigation({ place }: { place: AdminPage | undefined }) {
  const { may } = useRights()
  const open = adminPages.filter(({ rights, isUnlisted }) => !isUnlisted && rights.some(may))
  if (open.length <= 1) return null
  return (
    <nav aria-label={t('Admin')} className="mb-6 xl:w-44 xl:shrink-0">
      <div className="sticky top-4 max-xl:hidden">
        <GroupedPlaces places={open} />
      </div>
      {/* Another part, another fold: also who comes by the browser's buttons finds it closed. */}
      <FoldedPlaces key={place?.name} places={open} label={place && t(place.label)} />
    </nav>
  )
}

interface GroupedPlacesProps {
  places: AdminPage[]
  onChoose?: () => void
  onKeyDown?: (event: KeyboardEvent) => void
}

function GroupedPlaces({ places, onChoose, onKeyDown }: GroupedPlacesProps) {
  const groups = Map.groupBy(places, ({ group }) => group)
  return adminPageGroups.map((group) => {
    const members = groups.get(group)
    if (members === undefined) return null
    return (
      <div key={group} className="pb-3">
        <p className="px-2 py-1 text-sm text-ink-soft">{t(group)}</p>
        <ul aria-label={t(group)}>
          {members.map((one) => (
            <li key={one.name}>
              <NavLink
                to={adminPath(one)}
                end
                onClick={onChoose}
                onKeyDown={onKeyDown}
                className="flex min-h-12 items-center rounded-sm border-s-3 border-transparent px-2 text-[0.9375rem] hover:bg-wash aria-[current=page]:border-marigold aria-[current=page]:bg-wash aria-[current=page]:font-medium xl:min-h-10"
              >
                {t(one.label)}
              </NavLink>
            </li>
          ))}
        </ul>
      </div>
    )
  })
}

interface FoldedPlacesProps {
  places: AdminPage[]
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
    <details ref={fold} className="group border-b border-line xl:hidden">
      <summary
        onKeyDown={closeByKey}
        className="flex min-h-12 cursor-pointer list-none items-center gap-2 [&::-webkit-details-marker]:hidden"
      >
        <span className="text-ink-soft">{t('Admin:')}</span>
        <span className="grow font-medium wrap-anywhere">{label ?? t('choose a page')}</span>
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
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] gap-x-2 pb-1">
        <GroupedPlaces places={places} onChoose={close} onKeyDown={closeByKey} />
      </div>
    </details>
  )
}
