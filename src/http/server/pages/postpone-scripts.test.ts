import { expect, test } from 'vitest'
import { postponeScripts } from './postpone-scripts.ts'
import { markAttribute } from './take-inlines.ts'

const page =
  '<html><head><link rel="modulepreload" href="/assets/a.js"/><link rel="preload" href="/f.woff2"/></head>' +
  `<body><p>Words</p><script${markAttribute} type="module" async="">import "/assets/a.js";import("/assets/e.js");</script></body></html>`

test('a page names its scripts only where they are loaded after the first paint', () => {
  const postponed = postponeScripts(page)
  const [beforeLoader = '', loader = ''] = postponed.split(`<script${markAttribute}>`)

  expect(beforeLoader).not.toContain('rel="modulepreload"')
  expect(beforeLoader).not.toContain('type="module"')
  expect(beforeLoader).toContain('<link rel="preload" href="/f.woff2"/>')
  expect(beforeLoader).toContain(
    `<script${markAttribute} type="text/plain" id="start">import "/assets/a.js";begin(import("/assets/e.js"));</script>`,
  )
  expect(loader).toContain('(["/assets/a.js","/assets/e.js"],{"reload":"Tap to reload"')
  expect(loader).toMatch(/<\/script><\/body><\/html>$/)
})

test('a page without scripts stays as it is', () => {
  const plain = '<html><body><p>Words</p></body></html>'

  expect(postponeScripts(plain)).toBe(plain)
})
