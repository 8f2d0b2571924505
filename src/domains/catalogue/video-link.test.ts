import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { isSafeVideoUrl, recogniseVideoLink } from './video-link.ts'

const caseSchema = z.object({
  url: z.string().default(''),
  provider: z.enum(['youtube', 'vimeo', 'file']).nullable(),
  id: z.string().nullish(),
  hash: z.string().optional(),
  start: z.number().optional(),
  kind: z.string().optional(),
  uncommon: z.boolean().default(false),
  placeholder_id: z.boolean().default(false),
})
type Case = z.infer<typeof caseSchema>
const fixture = new URL('../../../tests/fixtures/video-url-cases.json', import.meta.url)
const cases = z.array(caseSchema).parse(JSON.parse(readFileSync(fixture, 'utf8')))

/** The collected lists disagree here: an event may hold many videos, a share code is not an id. */
const notSingleVideos = new Set([
  'https://vimeo.com/event/12345',
  'https://www.youtube.com/shared?ci=E14kBrDEvYo',
])
const isVideo = (one: Case) =>
  one.provider !== null &&
  one.kind !== 'channel' &&
  one.kind !== 'playlist' &&
  !notSingleVideos.has(one.url)
const videos = cases.filter(isVideo)
const common = videos.filter((one) => !one.uncommon && !one.placeholder_id)

describe('a video address', () => {
  test.each(common)('$url is recognised', (one) => {
    const link = recogniseVideoLink(one.url)

    expect(link).toMatchObject({
      provider: one.provider,
      ...(typeof one.id === 'string' && { id: one.id }),
      ...(one.hash !== undefined && { hash: one.hash }),
      ...(one.start !== undefined && { startInSeconds: one.start }),
    })
  })

  test.each(common.filter((one) => one.provider === 'vimeo' && one.hash === undefined))(
    '$url has no key of an unlisted video, and none is made up',
    (one) => {
      expect(recogniseVideoLink(one.url)).not.toHaveProperty('hash')
    },
  )

  test.each(videos.filter((one) => one.uncommon))(
    '$url, rarely seen, is not taken for another video',
    (one) => {
      const link = recogniseVideoLink(one.url)

      expect([null, one.id]).toContain(link !== null && 'id' in link ? link.id : link)
    },
  )

  test.each(videos.filter((one) => one.placeholder_id))(
    '$url has an id that no video can have, and is refused',
    (one) => {
      expect(recogniseVideoLink(one.url)).toBeNull()
    },
  )

  test.each(cases.filter((one) => !isVideo(one)))('$url is no video', (one) => {
    expect(recogniseVideoLink(one.url)).toBeNull()
  })
})

describe('a video file', () => {
  test.each([
    ['https://cdn.example.in/a.mp4?key=1', 'https://cdn.example.in/a.mp4?key=1', 'mp4'],
    ['http://cdn.example.in:8080/a.WEBM', 'http://cdn.example.in:8080/a.WEBM', 'webm'],
    ['https://cdn.example.in/a.ogv#t=3', 'https://cdn.example.in/a.ogv#t=3', 'ogg'],
    ['/media/demo/a.mp4?key=abc', '/media/demo/a.mp4?key=abc', 'mp4'],
    [
      'https://player.vimeo.com/progressive_redirect/playback/76979871/rendition/720p/file.mp4?loc=external&signature=ab12',
      'https://player.vimeo.com/progressive_redirect/playback/76979871/rendition/720p/file.mp4?loc=external&signature=ab12',
      'mp4',
    ],
    [
      'https://player.vimeo.com/external/76979871.hd.mp4?s=ab12&profile_id=119',
      'https://player.vimeo.com/external/76979871.hd.mp4?s=ab12&profile_id=119',
      'mp4',
    ],
    ['  /media/../media/a.ogg ', '/media/a.ogg', 'ogg'],
  ])('%s plays', (pasted, url, kind) => {
    expect(recogniseVideoLink(pasted)).toEqual({ provider: 'file', url, kind })
  })

  test.each([
    '//evil.example/a.mp4',
    '/\\evil.example/a.mp4',
    '/\t/evil.example/a.mp4',
    '/.//evil.example/a.mp4',
    '/a/..//evil.example/a.mp4',
    'evil.example/a.mp4',
    'media/a.mp4',
    'https://cdn.example.in/a.mp4/',
    'https://cdn.example.in/?file=a.mp4',
    'https://asha:secret@cdn.example.in/a.mp4',
    'blob:https://cdn.example.in/a.mp4',
    'file:///etc/a.mp4',
    'javascript:alert(1)//a.mp4',
    'data:video/mp4,a.mp4',
  ])('%j does not play', (pasted) => {
    expect(recogniseVideoLink(pasted)).toBeNull()
  })
})

describe('the address an administrator types', () => {
  test.each([
    'https://youtu.be/aqz-KE-bpKQ',
    'youtu.be/aqz-KE-bpKQ',
    'https://example.in/any-page',
    'http://localhost:3000/a.mp4',
    '/media/a.mp4',
  ])('%s may be stored', (url) => {
    expect(isSafeVideoUrl(url)).toBe(true)
  })

  test.each([
    '',
    '   ',
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'blob:https://example.in/1',
    'file:///etc/passwd',
    'vbscript:x',
    'https://asha:secret@example.in/a.mp4',
    'https://asha@youtube.com/watch?v=aqz-KE-bpKQ',
    'https://exam\u0000ple.in/a.mp4',
    '//evil.example/a.mp4',
    '/\\evil.example/a.mp4',
    'https://',
    'https:///',
    'a sentence',
  ])('%j may not', (url) => {
    expect(isSafeVideoUrl(url)).toBe(false)
  })
})

describe('whatever is pasted', () => {
  const host = fc.constantFrom(
    'youtube.com',
    'www.youtube.com',
    'm.youtube.com',
    'youtu.be',
    'vimeo.com',
    'player.vimeo.com',
    'vimeopro.com',
    'youtube.com.evil.example',
    'evil.example',
    'user@youtube.com',
  )
  const word = fc.oneof(
    fc.constantFrom(
      'watch',
      'embed',
      'shorts',
      'video',
      'channels',
      'x',
      'review',
      'aqz-KE-bpKQ',
      '76979871',
      'a.mp4',
      '..',
      '.',
      '',
      '%2e',
      '&v=',
    ),
    fc.string({ maxLength: 14 }),
  )
  const address = fc
    .tuple(
      fc.constantFrom('https://', 'http://', '//', '/', '', 'javascript:', 'https:\\\\'),
      host,
      fc.array(word, { maxLength: 4 }),
      fc.constantFrom('', '?', '?v=', '?h=', '#t=', '?t='),
      word,
    )
    .map(([scheme, name, path, key, value]) => `${scheme}${name}/${path.join('/')}${key}${value}`)
  const pasted = fc.oneof(address, fc.string(), fc.webUrl())

  test('an id is always eleven harmless characters, or digits', () => {
    expect(() =>
      fc.assert(
        fc.property(pasted, (url) => {
          const link = recogniseVideoLink(url)
          if (link?.provider === 'youtube') return /^[A-Za-z0-9_-]{11}$/.test(link.id)
          if (link?.provider !== 'vimeo') return true
          return /^\d+$/.test(link.id) && /^[0-9a-f]*$/.test(link.hash ?? '')
        }),
        { numRuns: 3000 },
      ),
    ).not.toThrow()
  })

  test('a file is asked for by http(s), and a path of ours stays with us', () => {
    expect(() =>
      fc.assert(
        fc.property(pasted, (url) => {
          const link = recogniseVideoLink(url)
          if (link?.provider !== 'file') return true
          const resolved = new URL(link.url, 'https://academy.example')
          const isOwn = url.trim().startsWith('/')
          return (
            /^https?:$/.test(resolved.protocol) &&
            isOwn === link.url.startsWith('/') &&
            (!isOwn || resolved.host === 'academy.example')
          )
        }),
        { numRuns: 3000 },
      ),
    ).not.toThrow()
  })

  test('what plays may be stored', () => {
    expect(() =>
      fc.assert(
        fc.property(pasted, (url) => recogniseVideoLink(url) === null || isSafeVideoUrl(url)),
        { numRuns: 3000 },
      ),
    ).not.toThrow()
  })
})
