import { expect, test } from 'vitest'
import { readLinks } from './read-links.ts'

test('a pasted list becomes lessons, with the titles that stand beside the links or name their files', () => {
  const list = `Module 1

    01. First cut – https://youtu.be/aqz-KE-bpKQ
    https://vimeo.com/76979871, Sound
    https://films.example/a/02_the%20light.mp4?key=1
    https://youtu.be/9bZkp7q19f0`

  const { links, without } = readLinks(list)

  expect(without).toBe(1)
  expect(links).toEqual([
    { title: 'First cut', url: 'https://youtu.be/aqz-KE-bpKQ' },
    { title: 'Sound', url: 'https://vimeo.com/76979871' },
    { title: 'The light', url: 'https://films.example/a/02_the%20light.mp4?key=1' },
    { title: '', url: 'https://youtu.be/9bZkp7q19f0' },
  ])
})

test.each([
  ['Intro to Node.js https://youtu.be/a', ['Intro to Node.js']],
  ['Use ChatGPT 4.5 - https://youtu.be/a', ['Use ChatGPT 4.5']],
  ['text-to-video\tHTTPS://youtu.be/a', ['text-to-video']],
  ['2. Sound\thttps://youtu.be/a\thttps://vimeo.com/1234', ['Sound', '']],
  ['youtu.be/a Sound', []],
])('the line %j makes lessons called %j: a title stays as it was typed', (line, titles) => {
  const { links, without } = readLinks(line)

  expect(links.map(({ title }) => title)).toEqual(titles)
  expect(without).toBe(titles.length === 0 ? 1 : 0)
})
