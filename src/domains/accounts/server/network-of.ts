import { isIPv6 } from 'node:net'

/**
 * What limits count as one caller's address: an IPv4 address, or the first half of an IPv6 one, as
 * every household and phone has a whole /64 of those.
 */
export function networkOf(ip: string): string {
  const address = ip.replace(/%.*$/, '')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [front = '', back] = address.split('::')
  const groups = listGroups(front)
  const tail = back === undefined ? [] : listGroups(back)
  while (groups.length + tail.length < 8) groups.push('0')
  return `${[...groups, ...tail]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** Four decimal parts at the end of an address are its last two groups. */
function listGroups(part: string): string[] {
  return part === ''
    ? []
    : part.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : group))
}
