import { resolve } from 'node:path'
import { runStandIn } from '../integrations/razorpay/run-stand-in.ts'
import type { RazorpayKeys, Settings } from '../platform/settings.ts'
import { StartError } from '../platform/start-error.ts'
import type { Academy } from './academy.ts'
import { checkDataDir } from './check-data-dir.ts'
import type { Closers } from './closers.ts'

/** Where payments go by the settings; null: to a stand-in. */
export function chooseProvider({
  razorpay,
  sandbox,
}: Pick<Settings, 'razorpay' | 'sandbox'>): Academy['provider'] | null {
  const { apiUrl, checkoutUrl, keys } = razorpay
  if (keys === undefined && apiUrl === undefined) return null
  const api = apiUrl ?? 'https://api.razorpay.com'
  const script = sandbox ? `${api}/v1/checkout.js` : 'https://checkout.razorpay.com/v1/checkout.js'
  return { apiUrl: api, checkoutScript: checkoutUrl ?? script }
}

/** Where payments go: Razorpay itself, or in the sandbox a stand-in that is started along. */
export async function openProvider(
  settings: Settings,
  closers: Closers,
  options: { keys: RazorpayKeys; port: number; publicUrl: string; succeeds: boolean },
): Promise<Academy['provider']> {
  const chosen = chooseProvider(settings)
  if (chosen) return chosen
  const { checkoutUrl } = settings.razorpay
  if (options.port === 65_535) {
    throw new StartError('PORT 65535 leaves no port for the payment sandbox, which is PORT + 1.')
  }
  checkDataDir(resolve(settings.dataDir))
  const starting = runStandIn({
    host: settings.host,
    port: options.port + 1,
    publicUrl: options.publicUrl,
    dataDir: resolve(settings.dataDir),
    keyId: options.keys.keyId,
    keySecret: options.keys.keySecret,
    webhookSecret: options.keys.webhookSecrets[0] ?? '',
    stopping: closers.stopping,
    waits: options.succeeds,
  })
  const standIn = await closers.open(starting, (opened) => opened.stop())
  return { apiUrl: standIn.url, checkoutScript: checkoutUrl ?? `${standIn.url}/v1/checkout.js` }
}
