import type { KeyObject } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { type Agent, request } from 'node:https'
import { SignJWT } from 'jose'
import { encryptPush, type PushReceiver } from './encrypt-push.ts'
import { isPublicUrl, publicAgent } from './public-hosts.ts'

export interface PushSubscription extends PushReceiver {
  endpoint: string
}

/** By which a push service knows who sends (VAPID, RFC 8292). */
export interface PushSender {
  /** An uncompressed point of P-256 in base64url. */
  publicKey: string
  privateKey: KeyObject
  /** Whom its operators write to: `mailto:` or `https:`. */
  contact: string
}

/** `gone`: the browser takes no more, now or ever. */
export type PushOutcome = 'sent' | 'gone' | 'failed'

const timeoutInMs = 10_000
const keptForInSeconds = 4 * 3_600

/**
 * Gives a message to a browser's push service, once. Its address was given by a browser and may be
 * anybody's: only public hosts are asked, no redirect is followed, and nothing of the answer but its
 * status is read.
 */
export async function sendPush(
  { endpoint, ...receiver }: PushSubscription,
  text: string,
  sender: PushSender,
  {
    agent = publicAgent,
    stopping,
  }: { agent?: Agent | undefined; stopping?: AbortSignal | undefined } = {},
): Promise<PushOutcome> {
  if (!isPublicUrl(endpoint)) return 'gone'
  let body: Buffer
  try {
    body = encryptPush(text, receiver)
  } catch {
    return 'gone' // no key
  }
  const headers = {
    authorization: `vapid t=${await signSender(sender, new URL(endpoint).origin)}, k=${sender.publicKey}`,
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    'content-length': body.length,
    ttl: keptForInSeconds,
    urgency: 'normal',
  }
  const late = AbortSignal.timeout(timeoutInMs)
  const signal = stopping ? AbortSignal.any([late, stopping]) : late
  try {
    const asked = request(endpoint, { method: 'POST', headers, agent, signal })
    asked.on('error', () => undefined) // also once nobody waits any more
    asked.end(body)
    // A host that switches protocols gives neither an answer nor an error.
    const heard = ['response', 'upgrade'].map((event) => once(asked, event, { signal }))
    const [answer] = (await Promise.race(heard)) as [IncomingMessage]
    asked.destroy()
    const { statusCode = 0 } = answer
    if (statusCode === 404 || statusCode === 410) return 'gone'
    return statusCode >= 200 && statusCode < 300 ? 'sent' : 'failed'
  } catch {
    return 'failed'
  }
}

function signSender({ privateKey, contact }: PushSender, audience: string): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
    .setAudience(audience)
    .setSubject(contact)
    .setExpirationTime('12h')
    .sign(privateKey)
}
