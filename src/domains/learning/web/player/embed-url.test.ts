import { expect, test } from 'vitest'
import { captionsUrlBeside } from './captions-url.ts'
import { buildVimeoEmbedUrl, buildYouTubeEmbedUrl, EMBED_BASE_URLS } from './embed-url.ts'

test('YouTube is embedded without cookies, for our page only', () => {
  const url = buildYouTubeEmbedUrl(EMBED_BASE_URLS.youtube, {
    id: 'aqz-KE-bpKQ',
    startAtInSeconds: 61.7,
    pageOrigin: 'https://academy.example',
  })

  expect(url).toBe(
    'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?enablejsapi=1&origin=https%3A%2F%2Facademy.example&autoplay=1&playsinline=1&rel=0&start=61',
  )
})

test('Vimeo is told not to track, and gets the key of an unlisted video', () => {
  const url = buildVimeoEmbedUrl(EMBED_BASE_URLS.vimeo, {
    provider: 'vimeo',
    id: '76979871',
    hash: '8272103f6e',
  })

  expect(url).toContain('https://player.vimeo.com/video/76979871?h=8272103f6e&dnt=1')
})

test.each([
  ['/media/demo/a.mp4', '/media/demo/a.vtt'],
  ['/media/demo/a.b.webm?key=1#t=2', '/media/demo/a.b.vtt?key=1'],
  ['https://cdn.example.in/media/a.mp4', null],
])('captions of %s are at %s', (videoUrl, captionsUrl) => {
  expect(captionsUrlBeside(videoUrl)).toBe(captionsUrl)
})
