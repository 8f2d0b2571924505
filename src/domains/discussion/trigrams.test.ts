import { expect, test } from 'vitest'
import { similarityOf, similarQuery, trigramsOf } from './trigrams.ts'

test('words of any script fall into their letters by threes, with their ends', () => {
  expect(trigramsOf('Why, why?')).toEqual([' wh', 'hy ', 'why'])
  expect(trigramsOf('सिंक')).toEqual([' सि', 'सिं', 'िंक', 'ंक '].toSorted())
  expect(trigramsOf(' … ')).toEqual([])
})

test('the same asked otherwise is like it, in Hindi as well, and something else is not', () => {
  expect(similarityOf('Why is the sound so low?', 'sound is low, why')).toBeGreaterThan(0.5)
  expect(similarityOf('सिंक क्यों टूटता है', 'सिंक टूटता क्यों है')).toBe(1)
  expect(similarityOf('Why is the sound so low?', 'Which phone to buy')).toBeLessThan(0.1)
  expect(similarityOf('', '')).toBe(0)
})

test('what is looked for begins as one of the telling words; with short ones alone, as any', () => {
  expect(similarQuery('Is it low sound')?.candidates).toBe("(' so' & 'sou')")
  expect(similarQuery('is it')?.candidates).toBe("(' is' & 'is ') | (' it' & 'it ')")
  expect(similarQuery("'); drop table questions --")?.ranked).not.toMatch(/[();]/)
  expect(similarQuery('?!')).toBeNull()
})
