import type * as z from 'zod'
import { toRupees } from '../../../../shared/money.ts'
import type { BundleInput } from '../../bundles/bundle-input.ts'
import type { adminBundle, bundle } from '../../contract.ts'
import type { StoredBundle } from './read-bundles.ts'

type Bundle = z.input<typeof bundle>

/** A bundle as buyers see it: what it saves is told against what its courses cost today. */
export function describeBundle({ bundle, courses }: StoredBundle): Bundle {
  const oneByOneInPaise = courses.reduce((sum, course) => sum + course.todayInPaise, 0)
  return {
    id: bundle.id,
    title: bundle.title,
    description: bundle.description,
    price: toRupees(bundle.priceInPaise),
    former_price: oneByOneInPaise > bundle.priceInPaise ? toRupees(oneByOneInPaise) : null,
    courses: courses.map(({ id, title, todayInPaise, thumbnail }) => ({
      id,
      title,
      price: toRupees(todayInPaise),
      thumbnail,
    })),
  }
}

/** The same as administrators see it. */
export function describeAdminBundle(stored: StoredBundle): z.input<typeof adminBundle> {
  return {
    ...describeBundle(stored),
    ended_at: stored.bundle.endedAt?.toISOString() ?? null,
    courses_off_sale: stored.courses.flatMap(({ id, isBuyable }) => (isBuyable ? [] : [id])),
  }
}

/** As it would be sent to have it so. */
export function inputOf({ bundle, courses }: StoredBundle): BundleInput {
  const { title, description, priceInPaise } = bundle
  const course_ids = courses.map(({ id }) => id)
  return { title, description, price: toRupees(priceInPaise), course_ids }
}
