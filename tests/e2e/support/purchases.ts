import { type PaidAnswer, pay } from '../../support/buy.ts'
import type { Person } from '../../support/factories.ts'
import type { Academy } from './test.ts'

type Shop = Pick<Academy, 'as' | 'razorpayUrl'>

/** Opens an order and leaves it unpaid. */
export async function orderCourse(
  academy: Shop,
  learner: Person,
  course: { id: string },
): Promise<string> {
  const order = await academy.as(learner)('POST /payment/create-order', {
    body: { course_id: course.id },
  })
  return order.order_id
}

/** A purchase that went well, without a browser. */
export async function buyCourse(
  academy: Shop,
  learner: Person,
  course: { id: string },
): Promise<PaidAnswer> {
  const orderId = await orderCourse(academy, learner, course)
  const paid = await pay(academy, orderId)
  await academy.as(learner)('POST /payment/verify', { body: paid })
  return paid
}
