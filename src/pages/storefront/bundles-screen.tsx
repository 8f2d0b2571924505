import { lazy, useEffect } from 'react'
import {
  type ClientLoaderFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  type ShouldRevalidateFunction,
  useLoaderData,
  useParams,
} from 'react-router'
import { DeferredSection } from '../../domains/catalogue/web/deferred-section.tsx'
import { siteContext } from '../../http/page-context.ts'
import { paths } from '../../paths.ts'
import { t } from '../../shared/i18n/translate.ts'
import { Skeleton } from '../../ui/controls/skeleton.tsx'
import { formatList } from '../../ui/format-list.ts'
import { pageMeta } from '../../ui/page-meta.ts'

const BundleList = lazy(() => import('../../domains/offers/web/bundle-list.tsx'))
const BundleOffer = lazy(() => import('./bundle-offer.tsx'))

/** A coupon is a matter of the address only. */
export const shouldRevalidate: ShouldRevalidateFunction = (change) =>
  change.currentUrl.pathname === change.nextUrl.pathname &&
  change.currentUrl.search !== change.nextUrl.search
    ? false
    : change.defaultShouldRevalidate

/** As many as a page shows: an academy has a handful. */
const listedAtMost = 100

/** One bundle, or all that are on sale. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ask } = context.get(siteContext)
  const id = params['bundle_id']
  if (id === undefined) {
    const query = { limit: listedAtMost }
    const { bundles } = await ask('GET /bundles', { query })
    return { bundles, bundle: null }
  }
  try {
    const bundle = await ask('GET /bundles/:id', { params: { id } })
    return { bundles: null, bundle }
  } catch (error) {
    if (!isMissing(error)) throw error
    return data({ bundles: null, bundle: null }, { status: 404 })
  }
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

/** What this page shows now, of the bundle of an address. */
let shown: { id: string | undefined; loaded: Loaded } | null = null

/** Whoever buys just now keeps their page through an answer that was lost. */
export async function clientLoader({ params, serverLoader }: ClientLoaderFunctionArgs) {
  try {
    return await serverLoader<typeof loader>()
  } catch (error) {
    if (shown === null || shown.id !== params['bundle_id']) throw error
    return shown.loaded
  }
}

export const meta: MetaFunction<typeof loader> = (args) => {
  const { bundles, bundle } = args.loaderData ?? {}
  if (bundle === null && bundles === null) {
    return pageMeta(args, { title: t('Bundle Not Found'), path: paths.bundles })
  }
  if (!bundle) {
    return pageMeta(args, {
      title: t('Bundles'),
      description: t('Several video courses together, for less than one by one.'),
      path: paths.bundles,
    })
  }
  return pageMeta(args, {
    title: bundle.title,
    description: formatList(bundle.courses.map(({ title }) => title)),
    path: paths.bundle(bundle.id),
    above: [{ name: t('Bundles'), path: paths.bundles }],
  })
}

export default function BundlesScreen() {
  const loaded = useLoaderData<typeof loader>()
  const { bundles, bundle } = loaded
  const { bundle_id: id } = useParams()
  useEffect(() => {
    shown = { id, loaded }
    return () => {
      shown = null
    }
  }, [id, loaded])
  return (
    <DeferredSection
      key={bundle?.id}
      fallback={<Skeleton label={t('Opening the page')} className="m-8 h-96" />}
    >
      {bundle ? <BundleOffer bundle={bundle} /> : <BundleList bundles={bundles} />}
    </DeferredSection>
  )
}

/** Refusals reach a loader as the page's own answer. */
function isMissing(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('init' in error)) return false
  const { init } = error as { init: ResponseInit | null } // by the shape of `data()`
  return init?.status === 404 || init?.status === 400
}
