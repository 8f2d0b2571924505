import * as z from 'zod'
import type { Settings } from '../platform/settings.ts'
import { chooseGoogle } from './choose-google.ts'
import { chooseProvider } from './open-provider.ts'

/**
 * What the processes of one academy share. Found out once, by the process that prepares everything,
 * and sent to the others as it is.
 */
export const academy = z.object({
  databaseUrl: z.string(),
  port: z.int(),
  /** Where links that leave the site start, without a slash at the end. */
  publicUrl: z.string(),
  keys: z.object({
    keyId: z.string(),
    keySecret: z.string(),
    webhookSecrets: z.array(z.string()),
  }),
  provider: z.object({ apiUrl: z.string(), checkoutScript: z.string() }),
  /** Null: nobody signs in by Google. */
  google: z
    .object({
      clientId: z.string(),
      jwksUrl: z.string(),
      issuers: z.array(z.string()),
      script: z.string(),
    })
    .nullable(),
})

export type Academy = z.infer<typeof academy>

/** Has an open academy go by settings that were changed. */
export function followInAcademy(
  open: Pick<Academy, 'keys' | 'provider' | 'google'>,
  settings: Pick<Settings, 'razorpay' | 'google' | 'sandbox' | 'publicSandbox'>,
): void {
  Object.assign(open.keys, settings.razorpay.keys)
  Object.assign(open.provider, chooseProvider(settings))
  open.google = chooseGoogle(settings, open.provider.apiUrl)
}
