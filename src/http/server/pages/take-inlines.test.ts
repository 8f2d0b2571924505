import { expect, test } from 'vitest'
import { markAttribute, takeInlines } from './take-inlines.ts'

test('what somebody else put into a page is not allowed with what we wrote', () => {
  const ours = `<style${markAttribute} data-site="">a{}</style><script${markAttribute} id="x">go()</script>`
  const foreign = '<script>steal()</script><script nonce="guess">steal()</script><style>b{}</style>'

  const { html, scripts, styles } = takeInlines(ours + foreign)

  // Each by `printf %s TEXT | openssl dgst -sha256 -binary | base64`.
  expect(scripts).toEqual(["'sha256-5KYv+PUboo5h+0+YAtGRPbwv5d/QxzHslP4YGnUaxRw='"])
  expect(styles).toEqual(["'sha256-X1RutGBrXCt9KkSaXMK7tHftWiRscFHOhxsS8tv8hBk='"])
  expect(html).toBe(`<style data-site="">a{}</style><script id="x">go()</script>${foreign}`)
})
