import type { ResponseOf } from '../../../http/endpoint.ts'
import { paths } from '../../../paths.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { formatRupees } from '../../../shared/money.ts'
import { LinkButton } from '../../../ui/controls/link-button.tsx'
import { Cover } from '../../../ui/figures/cover.tsx'
import { formatList } from '../../../ui/format-list.ts'
import { Price } from '../../../ui/price.tsx'
import type { listBundles } from '../contract.ts'

type Bundle = ResponseOf<typeof listBundles>['bundles'][number]

/** The bundles on sale. Null: what the address names is not there (any more). */
export default function BundleList({ bundles }: { bundles: Bundle[] | null }) {
  return (
    <div className="page-width py-10 sm:py-14">
      <h1 className="text-4xl sm:text-5xl">
        {bundles === null ? t('Bundle Not Found') : t('Bundles')}
      </h1>
      <p className="mt-3 max-w-text text-lg text-ink-soft">
        {bundles === null
          ? t('This bundle is not on sale. Whoever bought it keeps its courses.')
          : t(
              'Several courses together, for less than one by one. Pay once and keep them for life.',
            )}
      </p>
      {bundles && bundles.length > 0 && (
        <ul className="mt-8 grid gap-5 lg:grid-cols-2">
          {bundles.map((bundle) => (
            <BundleCard key={bundle.id} bundle={bundle} />
          ))}
        </ul>
      )}
      {bundles?.length === 0 && (
        <div className="mt-10 rounded-md border border-line bg-sheet px-6 py-16 text-center">
          <p className="font-display text-2xl">{t('No bundles at present.')}</p>
          <p className="mt-2 text-ink-soft">{t('Each course can be bought by itself.')}</p>
        </div>
      )}
      <p className="mt-8">
        <LinkButton to={paths.courses} variant="secondary">
          {t('See the courses')}
        </LinkButton>
      </p>
    </div>
  )
}

function BundleCard({ bundle }: { bundle: Bundle }) {
  const { id, title, price, former_price: former, courses } = bundle
  return (
    <li className="relative flex flex-col rounded-md border border-line bg-sheet p-4 shadow-sheet hover:border-edge sm:p-5">
      <div className="grid grid-cols-3 gap-2">
        {courses.slice(0, 3).map((course) => (
          <Cover key={course.id} course={course} sizes="10rem" className="w-full rounded-sm" />
        ))}
      </div>
      <h2 id={`title-${id}`} className="mt-4 text-xl">
        {title}
      </h2>
      <p className="mt-1 line-clamp-3 text-ink-soft">
        {t('{count, plural, one {# course} other {# courses}}: {titles}', {
          count: courses.length,
          titles: formatList(courses.map((course) => course.title)),
        })}
      </p>
      <div className="mt-auto flex flex-wrap items-end justify-between gap-3 pt-4">
        <p>
          <Price amountInRupees={price} usualInRupees={former ?? undefined} className="text-2xl" />
          {former !== null && (
            <span className="block text-sm font-medium text-leaf tabular-nums">
              {t('Save {amount}', { amount: formatRupees(former - price) })}
            </span>
          )}
        </p>
        <LinkButton
          to={paths.bundle(id)}
          variant="secondary"
          aria-describedby={`title-${id}`}
          className="after:absolute after:inset-0"
        >
          {t('View Details')}
        </LinkButton>
      </div>
    </li>
  )
}
