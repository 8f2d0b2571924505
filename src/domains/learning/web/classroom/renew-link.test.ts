import { expect, test } from 'vitest'
import { sourceOf } from './renew-link.ts'

test.each([
  ['/films/one/720p.mp4?until=1&key=a', '/films/one/1080p.mp4?until=2&key=b', true],
  ['/films/one/720p.mp4', '/films/two/720p.mp4', false],
  ['/media/demo/a.mp4?until=1', '/media/demo/a.mp4?until=2', true],
  ['/media/demo/a.mp4', '/media/demo/b.mp4', false],
  ['https://videos.example/a.mp4?v=1', 'https://videos.example/a.mp4?v=2', false],
  ['https://youtu.be/aqz-KE-bpKQ', 'https://youtu.be/dQw4w9WgXcQ', false],
])('%s and %s are the same film: %s', (one, other, isSame) => {
  expect(sourceOf(one) === sourceOf(other)).toBe(isSame)
})
