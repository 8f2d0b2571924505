import { expect, test } from 'vitest'
import { renderMail } from './render-mail.ts'

const sender = {
  brand: { name: 'Rang & Co', supportEmail: 'help@example.test' },
  publicUrl: () => 'https://academy.test',
}
const hostile = '<img src=x onerror=alert(1)> "quoted" \'single\' & more'

test('a mail says the same as text and as HTML', () => {
  const { text, html } = renderMail(
    {
      subject: 'Your receipt',
      greeting: 'Hello मीरा,',
      paragraphs: ['First.', 'Second.'],
      code: '012345',
      button: { label: 'Open', url: 'https://academy.test/x?a=1&b=2' },
      facts: [['Amount', '₹4,999']],
      closing: 'Bye.',
    },
    sender,
  )

  expect(text).toBe(
    `Hello मीरा,\n\nFirst.\n\nSecond.\n\n012345\n\nAmount: ₹4,999\n\nOpen:\nhttps://academy.test/x?a=1&b=2\n\nBye.\n\nRang & Co\nhelp@example.test\n`,
  )
  for (const part of ['Hello मीरा,', 'First.', 'Second.', '012345', '₹4,999', 'Open', 'Bye.']) {
    expect(html).toContain(part)
  }
  expect(html).toContain('href="https://academy.test/x?a=1&amp;b=2"')
})

test('a paragraph of several lines has them in the HTML as well', () => {
  const paragraphs = ['Cutting\nSound & <light>\r\nColour']

  const { html, text } = renderMail({ subject: 'New lessons', paragraphs }, sender)

  expect(text).toContain('Cutting\nSound & <light>\r\nColour')
  expect(html).toMatch(/>Cutting<br>Sound &amp; &lt;light&gt;\s*<br>Colour<\/p>/)
})

test('nothing that somebody typed becomes markup', () => {
  const { html } = renderMail(
    {
      subject: hostile,
      greeting: hostile,
      paragraphs: [hostile],
      code: hostile,
      button: { label: hostile, url: hostile },
      facts: [[hostile, hostile]],
      closing: hostile,
      picture: { url: `https://pictures.test/${hostile}`, alt: hostile },
    },
    { brand: { name: hostile, supportEmail: hostile }, publicUrl: () => 'https://academy.test' },
  )

  expect(html).not.toContain('<img src=x')
  expect(html).not.toContain('onerror=alert(1)> "')
  expect(html.match(/&lt;img src=x onerror=alert\(1\)&gt;/g)?.length).toBeGreaterThan(9)
})

test('a mail carries the mark, and the picture of what it is about, with words in its place', () => {
  const picture = { url: 'https://pictures.test/reels.jpg?w=640&q=80', alt: 'Cover of AI Reels' }

  const { html, text } = renderMail({ subject: 'Hello', paragraphs: ['First.'], picture }, sender)

  expect(html).toContain('<img src="https://academy.test/icon-192.png" alt=""')
  expect(html).toContain(
    '<img src="https://pictures.test/reels.jpg?w=640&amp;q=80" alt="Cover of AI Reels"',
  )
  expect(text).not.toContain('pictures.test')
})

test('a picture that a mail program would not load is left out', () => {
  const local = { ...sender, publicUrl: () => 'http://127.0.0.1:3000' }
  const addresses = [
    '/covers/reels.svg',
    'http://pictures.test/a.png',
    'https://a.test/b.SVG?c',
    '',
  ]
  for (const url of addresses) {
    const picture = { url, alt: 'Cover' }

    const { html } = renderMail({ subject: 'Hello', paragraphs: ['First.'], picture }, local)

    expect(html).not.toContain('<img')
    expect(html).toContain('Rang &amp; Co</p>')
  }
})

test('a letter’s links and pictures lead to the site, and its words stay as they were written', () => {
  const markdown = '[All](/courses) ![Cut](/pictures/a) write `a href="/b"` or  src="/c"'

  const { html, text } = renderMail({ subject: 'Hello', paragraphs: [], markdown }, sender)

  expect(text).toContain(
    '[All](https://academy.test/courses) ![Cut](https://academy.test/pictures/a)',
  )
  expect(html).toContain('href="https://academy.test/courses"')
  expect(html).toContain('src="https://academy.test/pictures/a"')
  expect(html).toContain('<code>a href="/b"</code> or  src="/c"')
})
