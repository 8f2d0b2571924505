import * as z from 'zod'
import { endpoint } from '../../http/endpoint.ts'
import { bundleInput } from './bundles/bundle-input.ts'
import { couponCode, couponInput } from './coupons/coupon-input.ts'
import { launchPriceInput } from './prices/launch-price-input.ts'

const id = z.string().min(1).max(200)
const rupees = z.number().describe('Rupees.')
const limit = z.coerce.number().int().min(1).max(100).default(50)
const instant = z.iso.datetime().nullable()
const message = z.object({ message: z.string() })

export const getQuote = endpoint('GET /offers/quote', {
  summary: 'What a course or a bundle costs now, and why; also for visitors',
  access: 'anyone',
  query: z.object({
    course_id: id.optional().describe('This or `bundle_id`.'),
    bundle_id: z.uuid().optional(),
    coupon: z.string().max(200).optional().describe('As it was typed.'),
  }),
  answer: z.object({
    list_price: rupees,
    former_price: rupees
      .nullable()
      .describe('The true price that an offer stands against; null: no offer but a coupon.'),
    launch_price_ends_at: instant,
    discount: rupees.describe('All that is taken off the list price.'),
    price: rupees.describe('What is paid; 0 is granted without a payment.'),
    tax_included: rupees.nullable().describe('GST in the price; null: none is collected.'),
    coupon: z
      .object({
        code: z.string(),
        text: z.string().describe('e.g. `20% off`.'),
        discount: rupees.describe('What the coupon takes off, part of `discount`.'),
      })
      .nullable(),
    problem: z
      .object({ code: z.string(), detail: z.string() })
      .optional()
      .describe('Why the coupon does not count; the price is without it.'),
  }),
  problems: ['course_not_found', 'bundle_not_found', 'too_many_tries'],
})

const bundleFields = {
  id: z.string(),
  title: z.string(),
  description: z.string(),
  price: rupees,
  former_price: rupees.nullable().describe('The sum of its courses, where the bundle is cheaper.'),
  courses: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      price: rupees,
      thumbnail: z.string().nullable(),
    }),
  ),
}
export const bundle = z.object(bundleFields).meta({ id: 'Bundle' })
export const adminBundle = z
  .object({
    ...bundleFields,
    ended_at: instant,
    courses_off_sale: z
      .array(z.string())
      .describe(
        'Ids of its courses that are off sale or deleted: while it has one, nobody can buy it.',
      ),
  })
  .meta({ id: 'AdminBundle' })

const bundlePage = z.object({ cursor: z.uuid().optional(), limit })
const bundleParams = z.object({ id: z.uuid() })

export const listBundles = endpoint('GET /bundles', {
  summary: 'Bundles on sale, newest first',
  access: 'anyone',
  query: bundlePage,
  answer: z.object({ bundles: z.array(bundle), next_cursor: z.string().nullable() }),
})

export const getBundle = endpoint('GET /bundles/:id', {
  summary: 'A bundle on sale with its courses',
  access: 'anyone',
  params: bundleParams,
  answer: z.object({
    ...bundleFields,
    tax_included: rupees.nullable().describe('GST in the price; null: none is collected.'),
  }),
  problems: ['bundle_not_found'],
})

export const listAdminBundles = endpoint('GET /admin/bundles', {
  summary: 'All bundles, newest first, also those no longer sold',
  access: { right: 'offers' },
  query: bundlePage,
  answer: z.object({ bundles: z.array(adminBundle), next_cursor: z.string().nullable() }),
})

export const createBundle = endpoint('POST /admin/bundles', {
  summary: 'Puts a bundle of courses on sale',
  access: { right: 'offers' },
  body: bundleInput.safeExtend({
    id: z.uuid().optional().describe('Made by the caller, so that a repeated call makes one.'),
  }),
  answer: adminBundle,
})

export const changeBundle = endpoint('PUT /admin/bundles/:id', {
  summary: 'Changes a bundle; what was ordered stays as it was',
  access: { right: 'offers' },
  params: bundleParams,
  body: bundleInput.safeExtend({
    before: bundleInput
      .optional()
      .describe('As it was when it was looked at: refused if it is another by now.'),
  }),
  answer: adminBundle,
  problems: ['bundle_not_found', 'bundle_changed'],
})

export const endBundle = endpoint('DELETE /admin/bundles/:id', {
  summary: 'Takes a bundle off sale; its buyers keep its courses',
  access: { right: 'offers' },
  params: bundleParams,
  answer: message,
  problems: ['bundle_not_found'],
})

export const coupon = z
  .object({
    code: z.string(),
    text: z.string().describe('e.g. `20% off`.'),
    percent_off: z.int().nullable(),
    amount_off: rupees.nullable(),
    course_id: z.string().nullable().describe('Null: for every course and bundle.'),
    course_title: z.string().nullable().describe('Null also of a course that was deleted.'),
    starts_at: instant,
    ends_at: instant,
    max_uses: z.int().nullable(),
    max_uses_per_learner: z.int().nullable(),
    first_purchase_only: z.boolean(),
    uses: z.object({
      reserved: z.int().describe('Held by orders that are not paid yet.'),
      used: z.int().describe('Paid, also if refunded since.'),
    }),
    created_at: z.iso.datetime(),
    ended_at: instant.describe('When it was ended by hand.'),
  })
  .meta({ id: 'Coupon' })
export type Coupon = z.infer<typeof coupon>

const couponParams = z.object({ code: couponCode })

export const createCoupon = endpoint('POST /admin/coupons', {
  summary: 'Makes a coupon: percent or rupees off',
  access: { right: 'offers' },
  body: couponInput,
  answer: coupon,
  problems: ['coupon_code_taken'],
})

export const listCoupons = endpoint('GET /admin/coupons', {
  summary: 'All coupons with their uses, newest first',
  access: { right: 'offers' },
  query: z.object({ cursor: z.coerce.number().int().min(1).max(9e15).optional(), limit }),
  answer: z.object({ coupons: z.array(coupon), next_cursor: z.string().nullable() }),
})

export const getCoupon = endpoint('GET /admin/coupons/:code', {
  summary: 'One coupon with its uses',
  access: { right: 'offers' },
  params: couponParams,
  answer: coupon,
  problems: ['coupon_unknown'],
})

export const endCoupon = endpoint('DELETE /admin/coupons/:code', {
  summary: 'Ends a coupon; its history stays, and orders made with it may still be paid',
  access: { right: 'offers' },
  params: couponParams,
  answer: message,
  problems: ['coupon_unknown'],
})

const launchPrice = z.object({
  price: rupees.nullable().describe('Null: taken away.'),
  starts_at: z.iso.datetime(),
  ends_at: z.iso.datetime(),
  reason: z.string().nullable(),
  set_at: z.iso.datetime(),
  set_by: z.string(),
})
export const launchPriceHistory = z.object({
  current: launchPrice.nullable().describe('What holds, begun or not; null: none, or over.'),
  history: z.array(launchPrice).describe('All that was ever set, newest first.'),
})
const courseParams = z.object({ id })

export const getLaunchPrice = endpoint('GET /admin/courses/:id/launch-price', {
  summary: 'The launch price of a course, and every one it was given',
  access: { right: 'offers' },
  params: courseParams,
  answer: launchPriceHistory,
  problems: ['course_not_found'],
})

export const setLaunchPrice = endpoint('PUT /admin/courses/:id/launch-price', {
  summary: 'Gives a course a launch price; moving the end of one that has begun wants a reason',
  access: { right: 'offers' },
  params: courseParams,
  body: launchPriceInput,
  answer: launchPriceHistory,
  problems: ['course_not_found'],
})

export const removeLaunchPrice = endpoint('DELETE /admin/courses/:id/launch-price', {
  summary: 'Takes the launch price away now; that it was there stays written',
  access: { right: 'offers' },
  params: courseParams,
  answer: launchPriceHistory,
  problems: ['course_not_found'],
})
