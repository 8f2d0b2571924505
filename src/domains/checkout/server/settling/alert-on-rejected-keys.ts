import type { CheckoutDependencies } from '../dependencies.ts'
import { raiseAlarm, resolveAlarm } from './alarms.ts'

const subject = 'razorpay keys'

/**
 * Raises an alarm when the provider stops taking our keys, and closes it when it takes them again.
 * Told of every answer, it writes only when that changes.
 */
export function alertOnRejectedKeys({
  db,
  log,
}: Pick<CheckoutDependencies, 'db' | 'log'>): (areKeysTaken: boolean) => void {
  let wereTaken: boolean | null = null
  const write = async (areKeysTaken: boolean): Promise<void> => {
    if (areKeysTaken) return resolveAlarm(db, subject)
    await raiseAlarm(db, {
      subject,
      message:
        'Razorpay does not take the academy’s keys, so nobody can pay and nothing can be confirmed. Please check RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET.',
      orderId: null,
    })
  }
  return (areKeysTaken) => {
    if (areKeysTaken === wereTaken) return
    wereTaken = areKeysTaken
    write(areKeysTaken).catch((error: unknown) => {
      wereTaken = null
      log.error({ err: error }, 'the alarm about the keys was not written')
    })
  }
}
