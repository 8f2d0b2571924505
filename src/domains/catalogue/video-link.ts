import { filmIdOf } from '../films/film-link.ts'

/** What a pasted address plays. Embed addresses are built from this, never from the pasted text. */
export type VideoLink =
  | { provider: 'youtube'; id: string; startInSeconds?: number }
  | {
      provider: 'vimeo'
      id: string
      /** The key of an unlisted video; without it Vimeo refuses to play. */
      hash?: string
      startInSeconds?: number
    }
  | { provider: 'file'; url: string; kind: 'mp4' | 'webm' | 'ogg' }

const YOUTUBE_HOST =
  /^(?:(?:www|m|music)\.)?(?:youtube\.com|youtube-nocookie\.com|youtubekids\.com)$/
const YOUTUBE_SHORT_HOST = /^(?:www\.)?youtu\.be$/
const YOUTUBE_ID = /^[A-Za-z0-9_-]{11}$/
/** As long as an id and in its place, but they name a playlist, a channel's stream and a page. */
const YOUTUBE_RESERVED_WORDS = new Set(['videoseries', 'live_stream', 'watch_popup'])
const YOUTUBE_WATCH_PAGES = new Set(['', 'watch', 'watch_popup', 'details'])
const YOUTUBE_ID_FOLDERS = new Set(['embed', 'shorts', 'live', 'v', 'e', 'vi', 'watch'])

const VIMEO_HOST = /^(?:(?:www|player|www\.player)\.)?vimeo\.com$|^(?:www\.)?vimeopro\.com$/
const VIMEO_ID = /^[1-9]\d{0,14}$/
const VIMEO_HASH = /^[0-9a-f]{6,40}$/i
/** Events, on-demand pages, albums and channels are not single videos and match none of these. */
const VIMEO_PATHS = [
  /^(?<id>\d+)(?:\/(?<hash>[^/]+))?$/,
  /^video\/(?<id>\d+)$/,
  /^channels\/[^/]+\/(?<id>\d+)$/,
  /^groups\/[^/]+\/videos\/(?<id>\d+)$/,
  /^(?:album|showcase)\/[^/]+\/video\/(?<id>\d+)$/,
  /^manage\/videos\/(?<id>\d+)(?:\/(?<hash>[^/]+))?$/,
  /^[^/]+\/review\/(?<id>\d+)\/(?<hash>[^/]+)$/,
  /^[^/]+\/[^/]+\/video\/(?<id>\d+)$/,
]

const FILE_NAME = /\.(?:(?<mp4>mp4)|(?<webm>webm)|(?<ogg>ogg|ogv))$/i

// A browser drops tabs and line ends from an address and reads a backslash as a slash.
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
const OWN_ORIGIN = 'http://own.invalid'

/**
 * What the address plays: a YouTube or Vimeo video (also without `https:`), or an mp4, webm or ogg
 * file by http(s) or by a root-relative path of our own. Null for everything else.
 */
export function recogniseVideoLink(url: string): VideoLink | null {
  const address = readAddress(url)
  if (address === null) return null
  if (address.kind === 'own') return recogniseFile(address.parsed, pathOf(address.parsed))

  const { parsed } = address
  if (parsed.port === '') {
    if (YOUTUBE_HOST.test(parsed.hostname) || YOUTUBE_SHORT_HOST.test(parsed.hostname)) {
      return recogniseYouTube(parsed)
    }
    const video = VIMEO_HOST.test(parsed.hostname) ? recogniseVimeo(parsed) : null
    if (video !== null) return video
  }
  // Vimeo hands out links to a video's files as well.
  return address.kind === 'absolute' ? recogniseFile(parsed, parsed.href) : null
}

/**
 * Whether an administrator may store this address: http(s) or a root-relative path, without
 * credentials or control characters; or one of the academy's own films (`film:ID`). It need not be
 * playable; see `recogniseVideoLink` for that.
 */
export function isSafeVideoUrl(url: string): boolean {
  if (filmIdOf(url) !== null) return true
  const address = readAddress(url)
  if (address === null) return false
  return address.kind !== 'schemeless' || recogniseVideoLink(url) !== null
}

type Address = { kind: 'absolute' | 'schemeless' | 'own'; parsed: URL }

function readAddress(url: string): Address | null {
  const text = url.trim()
  if (text === '' || CONTROL_CHARACTER.test(text) || text.includes('\\')) return null
  // Addresses copied out of a page's source carry `&amp;`.
  const plain = text.replace(/&(?:amp;)+/g, '&')
  if (plain.startsWith('//')) return readParsed('schemeless', `https:${plain}`)
  if (plain.startsWith('/')) return readOwn(plain)
  if (/^https?:\/\//i.test(plain)) return readParsed('absolute', plain)
  if (/^[a-z][a-z0-9+.-]*:/i.test(plain)) return null
  return readParsed('schemeless', `https://${plain}`)
}

function readParsed(kind: 'absolute' | 'schemeless', text: string): Address | null {
  const parsed = parseUrl(text)
  if (parsed === null || parsed.username !== '' || parsed.password !== '') return null
  return { kind, parsed }
}

function readOwn(path: string): Address | null {
  const parsed = parseUrl(path, OWN_ORIGIN)
  if (parsed === null || parsed.origin !== OWN_ORIGIN) return null
  // `/.//evil.example` is cleaned to a path that would name another host.
  if (parsed.pathname.startsWith('//')) return null
  return { kind: 'own', parsed }
}

/** `URL.parse` is younger than many of the phones this runs on. */
function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}

function recogniseYouTube(url: URL): VideoLink | null {
  const [page = '', second = ''] = pathSegments(url)
  const id = YOUTUBE_SHORT_HOST.test(url.hostname)
    ? page
    : (YOUTUBE_WATCH_PAGES.has(page) && watchId(url)) ||
      (YOUTUBE_ID_FOLDERS.has(page) && second) ||
      ''
  if (!YOUTUBE_ID.test(id) || YOUTUBE_RESERVED_WORDS.has(id)) return null
  return { provider: 'youtube', id, ...readStart(url) }
}

function watchId(url: URL): string | null {
  return url.searchParams.get('v') ?? url.searchParams.get('vi')
}

function recogniseVimeo(url: URL): VideoLink | null {
  const path = pathSegments(url).join('/')
  for (const pattern of VIMEO_PATHS) {
    const found = pattern.exec(path)?.groups
    if (found?.id === undefined || !VIMEO_ID.test(found.id)) continue
    const hash = found.hash ?? url.searchParams.get('h') ?? url.searchParams.get('hash') ?? ''
    return {
      provider: 'vimeo',
      id: found.id,
      ...(VIMEO_HASH.test(hash) && { hash: hash.toLowerCase() }),
      ...readStart(url),
    }
  }
  return null
}

function recogniseFile(parsed: URL, url: string): VideoLink | null {
  const found = FILE_NAME.exec(parsed.pathname)?.groups
  if (found === undefined) return null
  if (found.mp4 !== undefined) return { provider: 'file', url, kind: 'mp4' }
  return { provider: 'file', url, kind: found.webm === undefined ? 'ogg' : 'webm' }
}

function pathOf(url: URL): string {
  return `${url.pathname}${url.search}${url.hash}`
}

/** Old share links put `&feature=…` straight behind the id, without a question mark. */
function pathSegments(url: URL): string[] {
  return url.pathname
    .split('/')
    .map((segment) => segment.split('&')[0] ?? '')
    .filter((segment) => segment !== '')
}

function readStart(url: URL): { startInSeconds?: number } {
  const fragment = new URLSearchParams(url.hash.slice(1))
  const text = url.searchParams.get('t') ?? url.searchParams.get('start') ?? fragment.get('t') ?? ''
  const parts = /^(?:(\d{1,2})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/.exec(text)
  if (parts === null) return {}
  const [hours = '0', minutes = '0', seconds = '0'] = parts.slice(1)
  const startInSeconds = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return startInSeconds > 0 ? { startInSeconds } : {}
}
