import { createHmac, timingSafeEqual } from 'node:crypto'

/** The signature Razorpay gives the browser after a payment, as lower-case hex. */
export function signCheckout(input: {
  razorpayOrderId: string
  razorpayPaymentId: string
  keySecret: string
}): string {
  return hmac(`${input.razorpayOrderId}|${input.razorpayPaymentId}`, input.keySecret).toString(
    'hex',
  )
}

/** The signature Razorpay puts into `X-Razorpay-Signature`, over the body exactly as it is sent. */
export function signWebhook(input: { rawBody: Buffer | string; secret: string }): string {
  return hmac(input.rawBody, input.secret).toString('hex')
}

/**
 * Whether the key's owner signed this order and payment. Pass the order id of your own database,
 * not the one the browser sent. A malformed signature is false, not an error.
 */
export function isCheckoutSignatureValid(input: {
  razorpayOrderId: string
  razorpayPaymentId: string
  signature: unknown
  keySecret: string
}): boolean {
  return isSame(
    hmac(`${input.razorpayOrderId}|${input.razorpayPaymentId}`, input.keySecret),
    input.signature,
  )
}

/**
 * Whether one of the secrets signed this body. Several, because Razorpay goes on signing
 * redeliveries of old events with the old secret after a rotation.
 */
export function isWebhookSignatureValid(input: {
  rawBody: Buffer
  signature: unknown
  secrets: string[]
}): boolean {
  return input.secrets
    .filter((secret) => secret !== '')
    .some((secret) => isSame(hmac(input.rawBody, secret), input.signature))
}

function hmac(message: Buffer | string, secret: string): Buffer {
  return createHmac('sha256', secret).update(message).digest()
}

function isSame(expected: Buffer, signature: unknown): boolean {
  // Buffer.from(…, 'hex') stops silently at the first wrong digit, so the shape is checked first.
  if (typeof signature !== 'string' || !/^[0-9a-f]{64}$/i.test(signature)) return false
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
}
