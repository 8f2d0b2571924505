import { t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import type { PlanInput } from './queries.ts'

export function canBePushed(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

/** Asks the person and the browser's push service. Throws a sentence where either says no. */
export async function askBrowser(): Promise<NonNullable<PlanInput['browser']>> {
  const { public_key } = await call('GET /my-account/push-key', {})
  if ((await Notification.requestPermission()) !== 'granted') {
    throw new Error(
      t(
        'Your browser does not allow messages from us. You can allow them in its settings, or choose mails.',
      ),
    )
  }
  try {
    const { pushManager } = await navigator.serviceWorker.ready
    // One that was asked with a former key is asked anew.
    const former = await pushManager.getSubscription()
    if (former && keyOf(former) !== public_key) await former.unsubscribe()
    const made = await pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: public_key,
    })
    const { endpoint, keys = {} } = made.toJSON()
    const { p256dh = '', auth = '' } = keys
    return { endpoint: endpoint ?? '', p256dh, auth, public_key }
  } catch {
    throw new Error(
      t('Your browser could not be reached by messages. Please try again later, or choose mails.'),
    )
  }
}

/** In base64url without padding. */
function keyOf({ options: { applicationServerKey: key } }: PushSubscription): string {
  if (key === null) return ''
  return btoa(String.fromCharCode(...new Uint8Array(key)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
