/**
 * True for names that reach nobody but this machine itself: localhost and what stands below it
 * (RFC 6761), 127.0.0.0/8 and ::1, the last with or without brackets. What only a hosts file or a
 * local DNS knows counts as public.
 */
export function isLoopbackHost(hostname: string): boolean {
  return /^(([a-z0-9-]+\.)*localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(hostname)
}

/** The same for the address at the other end of a connection. */
export function isLoopbackAddress(address: string | undefined): boolean {
  return address !== undefined && /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/i.test(address)
}

/** Where this machine reaches what listens on a host and port, also on those of every network. */
export function localUrl({ host, port }: { host: string; port: number }): string {
  const reached = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`
}
