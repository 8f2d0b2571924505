import { RazorpayError } from '../../../../integrations/razorpay/razorpay-error.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { listOpenSubjects } from '../../../checkout/server/settling/alarms.ts'
import type { Finding } from '../../check-states.ts'
import type { OperationsDependencies } from '../dependencies.ts'
import type { Check } from './list-checks.ts'
import { markOfSecret } from './mark-of-secret.ts'
import { reasonOf } from './reason-of.ts'

export function checkPaymentKeys({ db, settings, razorpay }: OperationsDependencies): Check {
  const { keys } = settings.razorpay
  if (keys === undefined) {
    return {
      item: 'payment_keys',
      look: async () => ({
        state: 'todo',
        sentence: t(
          'Payments are tried out in the sandbox: type the live keys of Razorpay in the settings to be paid (RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET).',
        ),
      }),
    }
  }
  return {
    item: 'payment_keys',
    trial: {
      subject: `${keys.keyId} ${markOfSecret(keys.keySecret)}`,
      findTrouble: async () =>
        (await listOpenSubjects(db, 'razorpay keys')).length > 0 ? notTaken(keys.keyId) : null,
      untested: t('Razorpay was not asked yet about the key {key}.', { key: keys.keyId }),
      run: () => checkAtRazorpay(razorpay, keys.keyId),
    },
  }
}

async function checkAtRazorpay(
  razorpay: OperationsDependencies['razorpay'],
  keyId: string,
): Promise<Finding> {
  try {
    await razorpay.listOrders({ receipt: 'checklist' })
  } catch (error) {
    if (error instanceof RazorpayError && error.kind === 'unauthorized') {
      return {
        state: 'failing',
        sentence: notTaken(keyId),
      }
    }
    return { state: 'failing', sentence: `Razorpay could not be asked: ${reasonOf(error)}` }
  }
  return keyId.startsWith('rzp_test_')
    ? {
        state: 'todo',
        sentence: `Razorpay takes the key ${keyId}, with which no money moves: type the live keys to be paid.`,
      }
    : { state: 'ok', sentence: `Razorpay takes the key ${keyId}.` }
}

function notTaken(keyId: string): string {
  return `Razorpay does not take the key ${keyId}: please check both keys in the settings (RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET).`
}
