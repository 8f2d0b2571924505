import { lazy, Suspense } from 'react'
import { type MetaFunction, NavLink, useParams } from 'react-router'
import { paths } from '../../paths.ts'
import { MissingRight } from '../../staff/screens/require-right.tsx'
import { useRights } from '../../staff/screens/use-rights.ts'
import { Skeleton } from '../../ui/controls/skeleton.tsx'
import { RequireSession } from '../../ui/layout/require-session.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { useIsSessionKnown } from '../../ui/session.ts'
import { type OfficePlace, officePath, officePlaces } from './office-places.ts'

/** Not behind the login: who opens it may have no account yet. */
const joining = 'join'
const JoinPage = lazy(async () => {
  const { JoinPage } = await import('../../staff/screens/join-page.tsx')
  return { default: JoinPage }
})

export const meta: MetaFunction = (args) =>
  pageMeta(args, { title: titleOf(args.params['place']), path: paths.admin })

function titleOf(name: string | undefined): string {
  if (name === joining) return 'Join the team'
  return findPlace(name)?.label ?? 'Admin'
}

function findPlace(name = ''): OfficePlace | undefined {
  return officePlaces.find((place) => place.name === name)
}

/** The office: its navigation, and the part of it that the address names. */
export default function AdminScreen() {
  const { place: name } = useParams()
  const isKnown = useIsSessionKnown()
  if (name === joining) {
    if (!isKnown) return <Opening />
    return (
      <Suspense fallback={<Opening />}>
        <JoinPage />
      </Suspense>
    )
  }
  return <RequireSession admin>{() => <Office place={findPlace(name)} />}</RequireSession>
}

function Office({ place }: { place: OfficePlace | undefined }) {
  const { may } = useRights()
  return (
    <div className="page-width py-8 sm:py-10">
      <OfficeNavigation />
      <h1 className="text-3xl">{place?.label ?? 'Not here'}</h1>
      <div className="mt-4">
        {place === undefined && <p>The office has no such page.</p>}
        {place !== undefined && !place.rights.some(may) && <MissingRight rights={place.rights} />}
        {place?.rights.some(may) && (
          <Suspense fallback={<Skeleton label="Loading the page" className="h-96" />}>
            <place.Screen />
          </Suspense>
        )}
      </div>
    </div>
  )
}

/** The parts that the role opens; nothing while that is one. */
function OfficeNavigation() {
  const { may } = useRights()
  const open = officePlaces.filter(({ rights }) => rights.some(may))
  if (open.length <= 1) return null
  return (
    <nav aria-label="Office" className="mb-6 border-b border-line">
      <ul className="-mx-1 flex flex-wrap gap-x-1">
        {open.map((place) => (
          <li key={place.name}>
            <NavLink
              to={officePath(place)}
              end
              className="-mb-px inline-flex min-h-11 items-center border-b-3 border-transparent px-2 text-sm font-medium text-ink-soft hover:text-ink aria-[current=page]:border-marigold aria-[current=page]:text-ink sm:px-3"
            >
              {place.label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** As the server renders every part of the office: it knows of one address only. */
function Opening() {
  return (
    <div className="page-width py-12">
      <Skeleton label="Loading your account" className="h-96" />
    </div>
  )
}
