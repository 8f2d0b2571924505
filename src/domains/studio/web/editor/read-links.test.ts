import { expect, test } from 'vitest'
import { readLinks } from './read-links.ts'

test('a pasted list becomes lessons, with the titles that stand beside the links or name their files', () => {
  const list = `Module 1

    01. First cut – https://youtu.be/aqz-KE-bpKQ
    https://vimeo.com/76979871, Sound
    https://films.example/a/02_the%20light.mp4?key=1
    https://youtu.be/9bZkp7q19f0`

  expect(readLinks(list)).toEqual([
    { title: 'First cut', url: 'https://youtu.be/aqz-KE-bpKQ' },
    { title: 'Sound', url: 'https://vimeo.com/76979871' },
    { title: 'The light', url: 'https://films.example/a/02_the%20light.mp4?key=1' },
    { title: '', url: 'https://youtu.be/9bZkp7q19f0' },
  ])
})
