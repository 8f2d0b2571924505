import type { PublicSite } from '../../page-context.ts'

const cspReportsPath = '/api/csp-reports'

/** The headers that every page and file of the site carries, beside those of every answer. */
export function securityHeaders(): Record<string, string> {
  return {
    // YouTube's player refuses to play (error 153) where no referrer is sent.
    'referrer-policy': 'strict-origin-when-cross-origin',
    // Google's sign-in window must be able to answer the page that opened it.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'permissions-policy': [...refusedFeatures.map((name) => `${name}=()`), ...ownFeatures].join(
      ', ',
    ),
  }
}

/** What no page of ours asks for, so that nothing that gets into one can. */
const refusedFeatures = [
  'camera',
  'microphone',
  'geolocation',
  'usb',
  'serial',
  'hid',
  'midi',
  'bluetooth',
  'display-capture',
  'browsing-topics',
]
/** Passkeys are made and used by our own pages, and by no frame in them. */
const ownFeatures = ['publickey-credentials-get=(self)', 'publickey-credentials-create=(self)']

/**
 * For two years only by https, where the academy is reached so. What else lives below its name we do
 * not know: it is not spoken for (docs/decisions/0113).
 */
export function transportSecurity(publicUrl: string): Record<string, string> {
  if (!publicUrl.startsWith('https:')) return {}
  return { 'strict-transport-security': 'max-age=63072000' }
}

/** The content security policy of a page, and where browsers tell what it stopped. */
export function policyHeaders(site: PublicSite, scripts: string[]): Record<string, string> {
  const others = {
    'require-trusted-types-for': ["'script'"],
    'trusted-types': listPolicies(site),
    // Browsers take the newer of the two.
    'report-uri': [cspReportsPath],
    'report-to': ['csp'],
  }
  return {
    'content-security-policy': writePolicy(site, { scripts, others }),
    'reporting-endpoints': `csp="${cspReportsPath}"`,
  }
}

/** Live reload needs scripts that no hash can name; never used outside development. */
export function developmentPolicy(site: PublicSite): string {
  const scripts = ["'unsafe-inline'", "'unsafe-eval'"]
  const others = { 'worker-src': ["'self'", 'blob:'] }
  return writePolicy(site, { scripts, connects: ['ws:', 'wss:'], others })
}

interface Allowed {
  scripts: string[]
  connects?: string[]
  others: Record<string, string[]>
}

function writePolicy(site: PublicSite, { scripts, connects = [], others }: Allowed): string {
  const checkout = checkoutSources(site)
  const google = googleSources(site)
  // Under https browsers ask for such films and pictures over https by themselves.
  const plain = site.publicUrl.startsWith('http:') ? 'http:' : ''
  const policy: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scripts, ...checkout, google?.script ?? ''],
    // Razorpay's sheet and Google's button bring stylesheets that no hash of ours can name.
    'style-src': ["'self'", "'unsafe-inline'", google?.frames ? `${google.frames}style` : ''],
    'img-src': ["'self'", 'data:', 'https:', plain],
    'font-src': ["'self'", ...checkout],
    'media-src': ["'self'", 'https:', plain],
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
    ...others,
  }
  return Object.entries(policy)
    .map(([name, sources]) => [name, ...sources.filter(Boolean)].join(' '))
    .join('; ')
}

/** `academy` is that of our own scripts, `default` that of providers' (`start-page.ts`). */
function listPolicies(site: PublicSite): string[] {
  const ofGoogle = googleSources(site)?.frames ? ['goog#html'] : []
  return ['academy', 'default', ...ofGoogle]
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
