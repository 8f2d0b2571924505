import { expect, test } from 'vitest'
import { markAttribute, takeInlines } from './take-inlines.ts'

test('a script that somebody else put into a page is not allowed with those that we wrote', () => {
  const ours = `<script${markAttribute} id="x">go()</script><script${markAttribute} src="/a.js"></script>`
  const foreign = '<script>steal()</script><script nonce="guess">steal()</script>'

  const { html, scripts } = takeInlines(ours + foreign)

  // By `printf %s 'go()' | openssl dgst -sha256 -binary | base64`.
  expect(scripts).toEqual(["'sha256-5KYv+PUboo5h+0+YAtGRPbwv5d/QxzHslP4YGnUaxRw='"])
  expect(html).toBe(`<script id="x">go()</script><script src="/a.js"></script>${foreign}`)
})
