import { dueCheckoutKey } from '../../../../ui/session.ts'

/** From the login to the course, also on a slow network. */
const dueForMs = 2 * 60 * 1000

/** True once, for who has just signed in to buy this course. */
export function takeDueCheckout(storage: Storage, courseId: string, nowInMs: number): boolean {
  const due = storage.getItem(dueCheckoutKey)
  storage.removeItem(dueCheckoutKey)
  const announcedAt = Number.parseInt(due ?? '', 10) // ends at the blank
  return due === `${announcedAt} ${courseId}` && nowInMs - announcedAt < dueForMs
}
