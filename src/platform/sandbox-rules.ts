import { isLoopbackHost } from './loopback.ts'
import { StartError } from './start-error.ts'

export interface Situation {
  keyId: string | undefined
  keySecret: string | undefined
  webhookSecret: string | undefined
  apiUrl: string | undefined
  smtpUrl: string | undefined
  host: string
  publicUrl: string | undefined
  mayBePublic: boolean
}

export interface SandboxState {
  /** No real money moves: payments go to the stand-in, or to a provider on this very machine. */
  sandbox: boolean
  /** The sandbox may be reached by others than this machine. */
  publicSandbox: boolean
  /** Mails are kept in a page instead of being sent. Never together with real payments. */
  outbox: boolean
}

/** Decides whether this is a sandbox: without Razorpay's keys, or with test keys for a provider on this machine. */
export function decideSandbox(given: Situation): SandboxState {
  const isSandbox = !takesRealMoney(given)
  return {
    sandbox: isSandbox,
    publicSandbox: isSandbox && given.mayBePublic,
    outbox: isSandbox && given.smtpUrl === undefined,
  }
}

/**
 * Throws one sentence where something is missing, so that a forgotten key never opens the outbox to
 * the world, and no receipt for real money stays in it (docs/decisions/0021).
 */
export function refuseHalfSet(given: Situation): void {
  if (!hasKeys(given) && (given.keyId ?? given.keySecret ?? given.webhookSecret) !== undefined) {
    throw new StartError(
      'RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET go together, and RAZORPAY_WEBHOOK_SECRET needs both: one of them is missing.',
    )
  }
  const isReal = takesRealMoney(given)
  if (isReal && given.smtpUrl === undefined) {
    throw new StartError(
      'SMTP_URL is missing: with real Razorpay keys mails must reach people, not stay in an outbox.',
    )
  }
  if (!isReal && !given.mayBePublic) refuseOthers(given)
}

function takesRealMoney(given: Situation): boolean {
  return hasKeys(given) && (isLive(given.keyId) || !isOnThisMachine(given.apiUrl))
}

function hasKeys({ keyId, keySecret }: Situation): boolean {
  return keyId !== undefined && keySecret !== undefined
}

function refuseOthers({ host, publicUrl }: Situation): void {
  const isUrlOpen = publicUrl !== undefined && !isOnThisMachine(publicUrl)
  if (!isUrlOpen && isLoopbackHost(host)) return
  const open = isUrlOpen ? `PUBLIC_URL ${publicUrl}` : `HOST ${host}`
  throw new StartError(
    `${open} is open to others, but without real Razorpay keys this is a sandbox for this machine only: set RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET and SMTP_URL, or SANDBOX=public if strangers may try it.`,
  )
}

/** Moves real money, wherever its requests go first. */
function isLive(keyId: string | undefined): boolean {
  return keyId?.startsWith('rzp_live_') ?? false
}

function isOnThisMachine(url: string | undefined): boolean {
  return url !== undefined && isLoopbackHost(new URL(url).hostname)
}
