import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseAll } from '../../../../ui/drafting/differences.ts'
import { beginHistory, changeHistory } from '../../../../ui/drafting/edit-history.ts'
import { blockForms, type Field, frameFields, pageFields } from '../../block-forms.ts'
import { type BlockType, type DocumentContent, documentContent } from '../../blocks.ts'
import { comparePages, mergePages } from './compare-pages.ts'
import {
  blocksOf,
  makeBlock,
  makeRow,
  type PageEdit,
  type PagePart,
  pageRules,
} from './page-rules.ts'

const types = Object.keys(blockForms) as BlockType[] // the list has nothing else
const base = documentContent.parse({
  kind: 'page',
  title: 'About',
  blocks: [
    { type: 'intro', id: 'a', heading: 'About us' },
    { type: 'text', id: 'b', text: 'We teach.' },
    { type: 'contact', id: 'c' },
  ],
})
const id = fc.constantFrom('a', 'b', 'c', 'd')
const word = fc.constantFrom('', 'One', 'Two')
const to = fc.integer({ min: -1, max: 5 })
const edit: fc.Arbitrary<PageEdit> = fc.oneof(
  fc.record({ type: fc.constant('set-details' as const), values: fc.record({ title: word }) }),
  fc.record({ type: fc.constant('set-block' as const), id, values: fc.record({ heading: word }) }),
  fc.record({ type: fc.constant('move-block' as const), id, to }),
  fc.record({ type: fc.constant('remove-block' as const), id }),
  to.map((to): PageEdit => {
    const block = makeBlock('text')
    return { type: 'add-block', id: block.id, block, to }
  }),
)
const apply = (edits: readonly PageEdit[]) => edits.reduce(pageRules.edit, base)
const told = (content: DocumentContent) => pageRules.describe(content)

test('an owner who undoes everything is back where she began, and redoes all of it', () => {
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 10 }), (edits) => {
      let history = edits.reduce(
        (known, edit, at) => changeHistory(pageRules, known, { type: 'edit', edit, at: at * 5000 }),
        beginHistory<DocumentContent, PagePart>(base),
      )
      const end = history.content
      const steps = history.past.length
      for (let step = 0; step < steps; step += 1) {
        history = changeHistory(pageRules, history, { type: 'undo' })
      }
      expect(history.content).toBe(base)
      for (let step = 0; step < steps; step += 1) {
        history = changeHistory(pageRules, history, { type: 'redo' })
      }
      expect(history.content).toBe(end)
    }),
  )
})

test('of two owners who wrote at once, who chooses one side everywhere gets that side', () => {
  const edits = fc.array(edit, { maxLength: 6 })
  fc.assert(
    fc.property(edits, edits, (ours, others) => {
      const [mine, theirs] = [apply(ours), apply(others)]
      const differences = comparePages(mine, theirs, base)

      expect(told(mergePages(mine, theirs, chooseAll(differences, 'mine')))).toBe(told(mine))
      expect(told(mergePages(mine, theirs, chooseAll(differences, 'theirs')))).toBe(told(theirs))
      expect(comparePages(mine, mine, base)).toEqual([])
    }),
  )
})

test('what only one of two owners has changed is suggested as hers', () => {
  const mine = pageRules.edit(base, {
    type: 'set-block',
    id: 'a',
    values: { heading: 'Who we are' },
  })
  const theirs = pageRules.edit(base, { type: 'move-block', id: 'c', to: 0 })
  const differences = comparePages(mine, theirs, base)

  expect(differences.map(({ key, suggested }) => [key, suggested])).toEqual([
    ['order', 'theirs'],
    ['block.a.heading', 'mine'],
  ])
  const choices = Object.fromEntries(
    differences.map(({ key, suggested }) => [key, suggested ?? 'mine']),
  )
  const merged = mergePages(mine, theirs, choices)
  expect(blocksOf(merged).map(({ id }) => id)).toEqual(['c', 'a', 'b'])
  expect(blocksOf(merged)[1]).toMatchObject({ heading: 'Who we are' })
})

test.each(types)('an owner may add “%s”, with rows as its list of fields has them', (type) => {
  const block = makeBlock(type)
  const fill = (fields: readonly Field[]) =>
    Object.fromEntries(
      fields
        .filter(({ kind }) => kind === 'rows')
        .map(({ name, fields = [] }) => [name, [makeRow(fields)]]),
    )
  const added = pageRules.edit(base, { type: 'add-block', id: block.id, block, to: 1 })
  const filled = pageRules.edit(added, {
    type: 'set-block',
    id: block.id,
    values: fill(blockForms[type].fields),
  })

  expect(pageRules.check(filled)).toEqual([])
  expect(pageRules.parse(JSON.parse(pageRules.write(filled)))).toEqual(filled)
  // Each field of the list is one of the schema, or nothing of what is typed would be kept.
  const kept = new Set(Object.keys(block))
  expect(blockForms[type].fields.filter(({ name }) => !kept.has(name))).toEqual([])
})

test('who types what the server would refuse sees it at its field, and keeps what was typed', () => {
  const bad = pageRules.edit(base, { type: 'set-block', id: 'b', values: { text: '<b>We</b>' } })

  expect(pageRules.check(bad)).toMatchObject([{ part: { kind: 'block', id: 'b' }, field: 'text' }])
  expect(pageRules.parse(JSON.parse(pageRules.write(bad)))).toEqual(bad)
  expect(pageRules.parse({ kind: 'page', blocks: 7 })).toBeNull()
})

test('the menu, the footer and the announcement have all their fields in the list', () => {
  const frame = documentContent.parse({ kind: 'frame' })

  expect(Object.keys(frame)).toEqual(['kind', ...frameFields.map(({ name }) => name)])
  expect(Object.keys(base)).toEqual(expect.arrayContaining(pageFields.map(({ name }) => name)))
})
