import { createHash } from 'node:crypto'
import type { PublicSite } from '../../page-context.ts'

/** The headers that every page and file of the site carries. */
export function securityHeaders(site: Pick<PublicSite, 'publicUrl'>): Record<string, string> {
  return {
    // YouTube's player refuses to play (error 153) where no referrer is sent.
    'referrer-policy': 'strict-origin-when-cross-origin',
    // Google's sign-in window must be able to answer the page that opened it.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    ...(site.publicUrl.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  }
}

/** The content security policy of a page, with the inline scripts of its HTML allowed by hash. */
export function contentSecurityPolicy(site: PublicSite, html: string): string {
  return writePolicy(site, hashInlineScripts(html))
}

/** Live reload needs scripts that no hash can name; never used outside development. */
export function developmentPolicy(site: PublicSite): string {
  return `${writePolicy(site, ["'unsafe-inline'", "'unsafe-eval'"], ['ws:', 'wss:'])}; worker-src 'self' blob:`
}

function writePolicy(site: PublicSite, scripts: string[], connects: string[] = []): string {
  const checkout = checkoutSources(site)
  const google = googleSources(site)
  const policy: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scripts, ...checkout, google?.script ?? ''],
    'style-src': ["'self'", "'unsafe-inline'", google?.frames ? `${google.frames}style` : ''],
    'img-src': ["'self'", 'data:', 'https:'],
    'font-src': ["'self'", ...checkout],
    'media-src': ["'self'", 'https:'],
    'connect-src': ["'self'", ...checkout, google?.frames ?? '', ...connects],
    'frame-src': [
      'https://www.youtube-nocookie.com',
      'https://www.youtube.com',
      'https://player.vimeo.com',
      ...checkout,
      google?.frames ?? '',
    ],
    'form-action': ["'self'", ...checkout],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
  return Object.entries(policy)
    .map(([name, sources]) => [name, ...sources.filter(Boolean)].join(' '))
    .join('; ')
}

/** Google's own button is a frame with styles and calls of its own; the stand-in's is in the page. */
function googleSources({ google }: PublicSite): { script: string; frames: string } | null {
  if (google === null) return null
  const own = 'https://accounts.google.com/gsi/'
  return { script: google.script, frames: google.script.startsWith(own) ? own : '' }
}

/** In the sandbox the stand-in serves script, sheet and forms from one origin. */
function checkoutSources(site: PublicSite): string[] {
  const { origin, hostname } = new URL(site.checkoutScript, site.publicUrl)
  return hostname.endsWith('.razorpay.com') ? ['https://*.razorpay.com'] : [origin]
}

function hashInlineScripts(html: string): string[] {
  const hashes = new Set<string>()
  for (const [, attributes = '', script = ''] of html.matchAll(
    /<script([^>]*)>([\s\S]*?)<\/script>/g,
  )) {
    if (/\ssrc=/.test(attributes) || /type="application\//.test(attributes)) continue
    hashes.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  }
  return [...hashes]
}
