import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { drawArchitecture } from '../scripts/draw-architecture.ts'

test('the picture of the README shows the imports as they are (npm run draw)', () => {
  const committed = readFileSync('docs/pictures/architecture.svg', 'utf8')

  expect(committed).toBe(drawArchitecture())
})
