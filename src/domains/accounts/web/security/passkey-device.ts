import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import { ApiError } from '../../../../http/api-client.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { call } from '../../../../ui/call.ts'

/** A passkey is bound to a name: an academy that is reached by a number has none. */
export function canUsePasskeys(): boolean {
  return browserSupportsWebAuthn() && !/^[\d.]+$|:/.test(location.hostname)
}

export const canOfferPasskeys = async (): Promise<boolean> =>
  canUsePasskeys() && (await browserSupportsWebAuthnAutofill())

type Options<Start extends (options: never) => unknown> = Parameters<Start>[0] extends {
  optionsJSON: infer Json
}
  ? Json
  : never

/**
 * What a passkey of this device says to the academy. `isOffered`: it is one of the browser's proposals for
 * the e-mail, and nothing is asked until it is chosen.
 */
export async function askPasskey({ isOffered = false } = {}) {
  const { options } = await call('GET /auth/passkey-challenge', {})
  const answer = await startAuthentication({
    optionsJSON: options as unknown as Options<typeof startAuthentication>, // as the server's library made it
    useBrowserAutofill: isOffered,
  })
  return { ...answer, clientExtensionResults: {} }
}

/** Stops what the browser proposes. */
export function stopOffering(): void {
  WebAuthnAbortService.cancelCeremony()
}

/** Makes a passkey on this device, and keeps it with the account. */
export async function makePasskey(name: string) {
  const { options } = await call('POST /auth/passkeys/options', {})
  const optionsJSON = options as unknown as Options<typeof startRegistration> // the same
  const { response, ...made } = await startRegistration({ optionsJSON })
  const { clientDataJSON, attestationObject, transports } = response
  const kept = { clientDataJSON, attestationObject, ...(transports && { transports }) }
  return call('POST /auth/passkeys', {
    body: {
      name,
      answer: { ...made, clientExtensionResults: {}, response: kept },
    },
  })
}

/** The server's sentence, or one for what browsers say in their own words; null: the person said no. */
export function explainPasskeyFailure(error: unknown): string | null {
  if (error instanceof ApiError) return error.message
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') return null
  if (name === 'InvalidStateError') return t('This device has a passkey for your account already.')
  return t('Passkeys do not work here. Please try another way.')
}
