import { hash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  createPage,
  createStore,
  noteStories,
  tellNoteStory,
} from '../../../../tests/support/tell-note-story.ts'
import { mayDelete, mergeNote, type Version } from '../merge-note.ts'
import type { NoteCalls } from './note-keeper.ts'

const place = { courseId: 'course', videoId: 'video', film: 1, atInSeconds: 12 }

/** The academy as `save-note.ts` writes it, with its table in memory. */
function createAcademy() {
  const table = new Map<string, Version>()
  const save: NoteCalls['save'] = async (edit) => {
    const present = table.get(edit.id) ?? null
    const merged = mergeNote(present, edit)
    if (present && merged.kind === 'apart') {
      const id = hash('sha256', `${edit.id} ${edit.text}`)
      if (!table.has(id)) table.set(id, { text: edit.text, revision: edit.revision })
      return { note: { id: edit.id, ...present }, version: { id, ...table.get(id)! } }
    }
    const row =
      merged.kind === 'merged'
        ? { text: merged.text, revision: crypto.randomUUID() }
        : { text: edit.text, revision: edit.revision }
    if (present?.text !== row.text) table.set(edit.id, row)
    return { note: { id: edit.id, ...table.get(edit.id)! }, version: null }
  }
  const remove: NoteCalls['remove'] = async ({ id, seen }) => {
    const present = table.get(id) ?? null
    if (!mayDelete(present, seen)) return { kept: { id, ...present! } }
    table.delete(id)
    return { kept: null }
  }
  const read = async () => [...table].map(([id, row]) => ({ id, ...row }))
  return { table, save, remove, read }
}

test('whatever three devices write, delete and send in whatever order, no word is lost', async () => {
  await fc.assert(
    fc.asyncProperty(noteStories, async (story) => {
      expect(await tellNoteStory(createAcademy(), place, story)).toEqual({ lost: [], waiting: [] })
    }),
    { numRuns: 1_500 },
  )
})

test('a note typed on one device while its answers are lost is one note, said once', async () => {
  const academy = createAcademy()
  const { state, keeper } = createPage(academy, createStore())
  const slot = keeper.open({ ...place, id: 'note' }, null)
  for (const text of ['hel', 'hello', 'hello world']) {
    state.network = text === 'hello world' ? 'there' : 'loses the answer'
    keeper.edit(slot, text)
    await keeper.sendAll()
  }

  expect([...academy.table.values()].map(({ text }) => text)).toEqual(['hello world'])
})

test('two devices that add lines to one note offline have one note with the lines of both', async () => {
  const academy = createAcademy()
  const first = createPage(academy, createStore())
  const slot = first.keeper.open({ ...place, id: 'note' }, null)
  first.keeper.edit(slot, 'one\ntwo\nthree')
  await first.keeper.sendAll()
  const second = createPage(academy, createStore())
  const other = second.keeper.open(
    { ...place, id: 'note' },
    { id: 'note', ...academy.table.get('note')! },
  )
  first.keeper.edit(slot, 'zero\none\ntwo\nthree')
  second.keeper.edit(other, 'one\ntwo\nthree\nfour')
  await first.keeper.sendAll()
  await second.keeper.sendAll()

  expect([...academy.table.values()].map(({ text }) => text)).toEqual([
    'zero\none\ntwo\nthree\nfour',
  ])
  expect(second.keeper.read(other)?.text).toBe('zero\none\ntwo\nthree\nfour')
})

test('a note goes on as it was sent while the list is older than that, and goes when it is deleted', async () => {
  const academy = createAcademy()
  const { keeper } = createPage(academy, createStore())
  const note = { ...place, id: 'note' }
  academy.table.set('note', { text: 'as it was', revision: 'first' })
  const [older] = await academy.read()
  for (const text of ['as it is', 'as it is now']) {
    const slot = keeper.open(note, older!)
    keeper.edit(slot, text)
    keeper.close(slot)
    await keeper.sendAll()
  }
  expect([...academy.table.values()].map(({ text }) => text)).toEqual(['as it is now'])
  expect(keeper.latest('note', older!)?.text).toBe('as it is now')

  academy.table.set('note', { text: 'as another device has it', revision: 'other' })
  const [listed] = await academy.read()
  expect(keeper.latest('note', listed!)).toEqual(listed)
  keeper.remove(keeper.open(note, older!))
  await keeper.sendAll()
  expect(academy.table.size).toBe(1)
  const slot = keeper.open(note, listed!)
  keeper.edit(slot, 'as I have it')
  keeper.close(slot)
  await keeper.sendAll()
  keeper.remove(keeper.open(note, listed!))
  await keeper.sendAll()
  expect(academy.table.size).toBe(0)
})

test('a note that one device deletes and another has edited stays as it was edited', async () => {
  const academy = createAcademy()
  const [first, second] = [createPage(academy, createStore()), createPage(academy, createStore())]
  const slot = first.keeper.open({ ...place, id: 'note' }, null)
  first.keeper.edit(slot, 'as it was')
  await first.keeper.sendAll()
  const saved = { id: 'note', ...academy.table.get('note')! }
  const other = second.keeper.open({ ...place, id: 'note' }, saved)
  second.keeper.edit(other, 'as it was, and more')
  first.keeper.remove(slot)
  await second.keeper.sendAll()
  await first.keeper.sendAll()
  expect(academy.table.get('note')?.text).toBe('as it was, and more')

  const third = createPage(academy, createStore())
  third.keeper.remove(
    third.keeper.open({ ...place, id: 'note' }, { id: 'note', ...academy.table.get('note')! }),
  )
  second.keeper.edit(other, 'as it was, and more, again')
  await third.keeper.sendAll()
  expect(academy.table.size).toBe(0)
  await second.keeper.sendAll()
  expect(academy.table.get('note')?.text).toBe('as it was, and more, again')
})

test('a note is gone that somebody deleted before they could know that the academy has it', async () => {
  const academy = createAcademy()
  const { keeper } = createPage(academy, createStore())
  const slot = keeper.open({ ...place, id: 'note' }, null)
  keeper.edit(slot, 'it waits')
  keeper.close(slot)
  const [listed] = keeper.listWaiting()
  // It arrives while they are asked whether they are sure.
  await keeper.sendAll()
  expect(academy.table.size).toBe(1)
  keeper.remove(keeper.open(listed!, null))
  await keeper.sendAll()

  expect(academy.table.size).toBe(0)
})

test('a note that an earlier page left is edited and deleted as it stands', async () => {
  const academy = createAcademy()
  const store = createStore()
  const [first, second] = [createPage(academy, store), createPage(academy, store)]
  const slot = first.keeper.open({ ...place, id: 'note' }, null)
  first.keeper.edit(slot, 'it waits')
  first.keeper.close(slot)
  const other = second.keeper.open({ ...place, id: 'note' }, null)
  expect(second.keeper.read(other)?.text).toBe('it waits')
  second.keeper.remove(other)
  await second.keeper.sendAll()
  await first.keeper.sendAll()

  expect(academy.table.size).toBe(0)
  expect(second.keeper.listWaiting()).toEqual([])
})

test('a note that was sent twice is deleted by who has heard of the first time only', async () => {
  const academy = createAcademy()
  const store = createStore()
  const [first, second] = [createPage(academy, store), createPage(academy, store)]
  const slot = first.keeper.open({ ...place, id: 'note' }, null)
  first.keeper.edit(slot, 'said once')
  first.keeper.close(slot)
  first.state.network = 'loses the answer'
  await first.keeper.sendAll()
  const saved = { id: 'note', ...academy.table.get('note')! }
  await second.keeper.sendAll()
  second.keeper.remove(second.keeper.open({ ...place, id: 'note' }, saved))
  await second.keeper.sendAll()

  expect(academy.table.size).toBe(0)
})
