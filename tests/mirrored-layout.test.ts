import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

/** Sides that stay where they are when a page runs from right to left, by file, and why. */
const staysPut: Record<string, [pattern: RegExp, why: string]> = {
  'src/domains/learning/web/player/film-surface.tsx': [/^(left|right)-0$/, 'where a finger skips'],
  'src/domains/learning/web/player/seek-bar.tsx': [/^left(-0|:)$/, 'films run from left to right'],
  'src/domains/learning/web/player/watermark.tsx': [/^left:$/, 'a place on the picture'],
  'src/platform/markdown/render-markdown.ts': [/^text-align:/, 'as its author has written it'],
  'src/domains/content/web/blocks/hero.tsx': [/^left-1\/2$/, 'the middle'],
}

const physicalClass =
  /(?<=["'`\s:!-])(?:(?:scroll-)?[mp][lr]-(?:\d|\[|auto|px)|(?:left|right)-(?:\d|\[|px|full|auto)|(?:border|rounded)-(?:[lr]|[tb][lr])(?=[-\s"'`])|(?:text|float|clear)-(?:left|right)(?=[\s"'`]))[^\s"'`]*/g
const physicalStyle =
  /(?<![\w-])(?:(?:padding|margin|border)-(?:left|right)|text-align:\s*(?:left|right)|(?:left|right):(?=\s*(?:[-\d`$]|toPercent)))/g

test('who reads from right to left gets every page mirrored: no side is named left or right', async () => {
  const files = (await readdir('src', { recursive: true }))
    .filter((file) => /(?<!\.test)\.(tsx?|css)$/.test(file))
    .map((file) => `src/${file}`)
  const found = files.map(async (path) => {
    const source = await readFile(path, 'utf8')
    const sides = [...source.matchAll(physicalClass), ...source.matchAll(physicalStyle)]
    const [kept] = staysPut[path] ?? []
    return sides.filter(([side]) => !kept?.test(side)).map(([side]) => `${path}: ${side}`)
  })

  expect((await Promise.all(found)).flat()).toEqual([])
})
