import { isIP } from 'node:net'

/** Whose word counts on where a request came from; null: nobody's. */
export type TrustedProxies = { hops: number } | { networks: string[] } | null

const hopsAtMost = 9

/** Reads `TRUST_PROXY`. Undefined: it says neither a number of proxies nor their networks. */
export function readTrustedProxies(text: string): TrustedProxies | undefined {
  if (['', '0', 'false'].includes(text)) return null
  if (/^\d+$/.test(text)) return Number(text) <= hopsAtMost ? { hops: Number(text) } : undefined
  const networks = text.split(',').map((network) => network.trim())
  return networks.every(isNetwork) ? { networks } : undefined
}

/**
 * As Fastify takes it. Addresses are numbered from the connection backwards, so what a caller wrote
 * into X-Forwarded-For is never reached. Fastify's own number trusts nobody at all.
 */
export function trustOption(
  proxies: TrustedProxies,
): false | string[] | ((address: string, hop: number) => boolean) {
  if (proxies === null) return false
  if ('networks' in proxies) return proxies.networks
  return (_, hop) => hop < proxies.hops
}

/** An address, or an address and how many of its bits count; all of the world is no network. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const kind = isIP(address)
  if (kind === 0 || more.length > 0) return false
  if (bits === undefined) return true
  return /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (kind === 4 ? 32 : 128)
}
