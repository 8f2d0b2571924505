import type { BrowserContext } from '@playwright/test'

/** What runs in every page of a test for its clock and its looks may not run in a frame without scripts. */
export const scriptlessFrame = /Blocked script execution in 'about:(?:blank|srcdoc)'/

export interface Watch {
  /** What this test causes on purpose, e.g. a refused login. */
  allow(complaint: RegExp): void
  /** An outside origin that this test stubs, e.g. `https://player.vimeo.com`. */
  allowOutside(origin: string): void
  /** Addresses outside that were asked for, stubbed or not. */
  outside(): string[]
  /** Throws if the browser complained or somebody outside was asked. */
  expectNothing(): void
}

/** Listens to every page of a browser for errors and for calls that leave this machine. */
export function watchContext(context: BrowserContext): Watch {
  const complaints: string[] = []
  const allowed: RegExp[] = []
  const outside: string[] = []
  const origins = new Set<string>()

  // Broken policies (CSP) and failed loads are told on the console, too.
  context.on('console', (message) => {
    if (message.type() !== 'error') return
    complaints.push(`console: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => complaints.push(`page: ${error.error().stack}`))
  context.on('request', (request) => {
    const { protocol, hostname, href } = new URL(request.url())
    if (['data:', 'blob:', 'about:', 'chrome-error:'].includes(protocol)) return
    if (hostname !== '127.0.0.1') outside.push(href)
  })

  return {
    allow: (complaint) => allowed.push(complaint),
    allowOutside: (origin) => origins.add(origin),
    outside: () => outside,
    expectNothing: () => {
      const unexpected = [
        ...complaints.filter((complaint) => !allowed.some((pattern) => pattern.test(complaint))),
        ...outside
          .filter((address) => !origins.has(new URL(address).origin))
          .map((address) => `outside: ${address}`),
      ]
      if (unexpected.length > 0) throw new Error(unexpected.join('\n'))
    },
  }
}
