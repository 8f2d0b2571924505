import { useQuery } from '@tanstack/react-query'
import { type ComponentType, type LazyExoticComponent, lazy, Suspense, useEffect } from 'react'
import { Link, type MetaFunction, useNavigate, useParams, useSearchParams } from 'react-router'
import { newCodesQuery } from '../../domains/accounts/web/security/queries.ts'
import { MissingRight } from '../../domains/staff/web/require-right.tsx'
import { useRights } from '../../domains/staff/web/use-rights.ts'
import { paths } from '../../paths.ts'
import { msg, t } from '../../shared/i18n/translate.ts'
import { Skeleton } from '../../ui/controls/skeleton.tsx'
import { RequireSession } from '../../ui/layout/require-session.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { useIsSessionKnown } from '../../ui/session.ts'
import { AdminNavigation } from './admin-navigation.tsx'
import { type AdminPage, adminPages, adminPath } from './admin-pages.ts'

const TodaysNeeds = lazy(() => import('./todays-needs.tsx'))

const StepUpHost = lazy(() => import('../../domains/accounts/web/security/step-up-host.tsx'))

const SecondStepNeeded = lazy(() => import('./second-step-needed.tsx'))

interface OpenPage {
  title: string
  Page: LazyExoticComponent<ComponentType>
}

/** Not behind the login: where mailed links lead, and a tab that looks as a learner. */
const openPages: Partial<Record<string, OpenPage>> = {
  join: {
    title: msg('Join the team'),
    Page: lazy(() => import('../../domains/staff/web/join-page.tsx')),
  },
  'confirm-email': {
    title: msg('Your new address'),
    Page: lazy(() => import('../../domains/learners/web/confirm-email-page.tsx')),
  },
  'not-me': {
    title: msg('This was not me'),
    Page: lazy(() => import('../../domains/accounts/web/security/not-me-page.tsx')),
  },
  'answer-email': {
    title: msg('The address of your account'),
    Page: lazy(() => import('../../domains/learners/web/respond-email-page.tsx')),
  },
  'keep-account': {
    title: msg('Keep your account'),
    Page: lazy(() => import('../../domains/privacy/web/keep-account-page.tsx')),
  },
  complaint: {
    title: msg('File a complaint'),
    Page: lazy(() => import('../../domains/complaints/web/complaint-page.tsx')),
  },
  'see-as': {
    title: msg('See as a learner'),
    Page: lazy(() => import('../../domains/learners/web/impersonation-page.tsx')),
  },
}

export const meta: MetaFunction = (args) =>
  pageMeta(args, { title: titleOf(args.params['place']), path: paths.admin })

function titleOf(name = ''): string {
  return t(openPages[name]?.title ?? findPlace(name)?.label ?? msg('Admin'))
}

function findPlace(name = ''): AdminPage | undefined {
  return adminPages.find((place) => place.name === name)
}

/** The office: its navigation, and the part of it that the address names. */
export default function AdminScreen() {
  const { place: name } = useParams()
  const isKnown = useIsSessionKnown()
  const open = openPages[name ?? '']
  if (open) {
    if (!isKnown) return <Opening />
    return (
      <Suspense fallback={<Opening />}>
        <open.Page />
      </Suspense>
    )
  }
  return <RequireSession admin>{() => <AdminArea place={findPlace(name)} />}</RequireSession>
}

function AdminArea({ place }: { place: AdminPage | undefined }) {
  const { may, secondStep } = useRights()
  // The academy knows of an app before its person has kept the codes that are shown once.
  const isWaiting = useQuery(newCodesQuery).data !== null || secondStep === 'needed'
  const [search] = useSearchParams()
  const isOpen = place?.rights.some(may) ?? false
  const first = adminPages.find(({ rights }) => rights.some(may))
  // Everybody comes in by the dashboard, also whose work is elsewhere. The router's own component for
  // this would come with what every visitor loads.
  const elsewhere = place?.name === '' && !isOpen && first ? adminPath(first) : null
  const navigate = useNavigate()
  useEffect(() => {
    if (elsewhere !== null) void navigate(elsewhere, { replace: true })
  }, [elsewhere, navigate])
  if (elsewhere !== null) return <Opening />
  // Where somebody comes in; a person's page is below that of all learners.
  const isEntrance = place !== undefined && place === first && !search.has('person')
  return (
    <div className="page-width pt-3 pb-8 lg:py-10 xl:flex xl:max-w-[84rem] xl:gap-8">
      <AdminNavigation place={place} />
      <div className="min-w-0 xl:grow">
        <h1 className="text-3xl">{t(place?.label ?? msg('Not here'))}</h1>
        <div className="mt-4">
          {place === undefined && <p>{t('There is no such page here.')}</p>}
          {place && !isOpen && <MissingRight rights={place.rights} />}
          {place && isOpen && isWaiting && (
            <Suspense fallback={<Skeleton label={t('Loading the page')} className="h-96" />}>
              <SecondStepNeeded />
            </Suspense>
          )}
          {place && isOpen && !isWaiting && (
            <Suspense fallback={<Skeleton label={t('Loading the page')} className="h-96" />}>
              {isEntrance ? (
                <TodaysNeeds>
                  <place.Screen />
                </TodaysNeeds>
              ) : (
                <place.Screen />
              )}
            </Suspense>
          )}
        </div>
        {secondStep === 'due' && (
          <p className="mt-10 text-sm">
            <Link to={`${paths.myCourses}?tab=details`} className="text-link inline-block py-1">
              {t('Set up a passkey or an app: without one the office closes within a day')}
            </Link>
          </p>
        )}
      </div>
      <Suspense>
        <StepUpHost />
      </Suspense>
    </div>
  )
}

/** As the server draws every part of the office: what `RequireSession` shows at first. */
function Opening() {
  return (
    <div className="page-width py-12">
      <Skeleton label={t('Loading your account')} className="h-96" />
    </div>
  )
}
