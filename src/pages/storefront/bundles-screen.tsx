import { lazy } from 'react'
import {
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  type ShouldRevalidateFunction,
  useLoaderData,
} from 'react-router'
import { DeferredSection } from '../../domains/catalogue/web/deferred-section.tsx'
import type { getBundle, listBundles } from '../../domains/offers/contract.ts'
import { siteContext } from '../../http/page-context.ts'
import { paths } from '../../paths.ts'
import { t } from '../../shared/i18n/translate.ts'
import { Skeleton } from '../../ui/controls/skeleton.tsx'
import { formatList } from '../../ui/format-list.ts'
import { pageMeta } from '../../ui/page-meta.ts'

const BundleList = lazy(async () => {
  const { BundleList } = await import('../../domains/offers/web/bundle-list.tsx')
  return { default: BundleList }
})
const BundleOffer = lazy(async () => {
  const { BundleOffer } = await import('./bundle-offer.tsx')
  return { default: BundleOffer }
})

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
    const { bundles } = await ask<typeof listBundles>('GET /bundles', { query })
    return { bundles, bundle: null }
  }
  try {
    const bundle = await ask<typeof getBundle>('GET /bundles/:id', { params: { id } })
    return { bundles: null, bundle }
  } catch (error) {
    if (!isMissing(error)) throw error
    return data({ bundles: null, bundle: null }, { status: 404 })
  }
}

export const meta: MetaFunction<typeof loader> = (args) => {
  const bundle = args.loaderData?.bundle
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
  const { bundles, bundle } = useLoaderData<typeof loader>()
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
