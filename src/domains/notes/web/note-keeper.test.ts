import { hash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mayDelete, mergeNote, type Version } from '../merge-note.ts'
import { createNoteKeeper, type NoteCalls, type NoteKeeper, type NoteStore } from './note-keeper.ts'

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
    table.set(edit.id, row)
    return { note: { id: edit.id, ...row }, version: null }
  }
  const remove: NoteCalls['remove'] = async ({ id, seen }) => {
    const present = table.get(id) ?? null
    if (!mayDelete(present, seen)) return { kept: { id, ...present! } }
    table.delete(id)
    return { kept: null }
  }
  return { table, save, remove }
}

function createStore(): NoteStore {
  const texts = new Map<string, string>()
  return {
    names: () => [...texts.keys()],
    read: (name) => texts.get(name) ?? null,
    write: (name, text) => (text === null ? texts.delete(name) : texts.set(name, text)),
  }
}

type Network = 'there' | 'away' | 'loses the answer'

/** A page of a device: its own keeper, the device's store, and a network that fails as it is told. */
function createPage(academy: ReturnType<typeof createAcademy>, store: NoteStore) {
  const state = { network: 'there' as Network }
  const through = async <Answer>(act: () => Promise<Answer>): Promise<Answer> => {
    if (state.network === 'away') throw new Error('away')
    const answer = await act()
    if (state.network === 'loses the answer') throw new Error('lost')
    return answer
  }
  const calls: NoteCalls = {
    save: (note) => through(() => academy.save(note)),
    remove: (note) => through(() => academy.remove(note)),
  }
  return { state, keeper: createNoteKeeper('notes:me:', store, calls, () => null) }
}

const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '')

const steps = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constant('write' as const),
      page: fc.nat(3),
      note: fc.nat(1),
      how: fc.constantFrom('append', 'prepend', 'in line', 'replace', 'new line inside' as const),
    }),
    fc.record({ do: fc.constant('delete' as const), page: fc.nat(3), note: fc.nat(1) }),
    fc.record({ do: fc.constant('close' as const), page: fc.nat(3), note: fc.nat(1) }),
    fc.record({ do: fc.constant('reload' as const), page: fc.nat(3) }),
    fc.record({
      do: fc.constant('network' as const),
      page: fc.nat(3),
      is: fc.constantFrom<Network>('there', 'away', 'away', 'loses the answer'),
    }),
    fc.record({ do: fc.constant('send' as const), page: fc.nat(3), typesMeanwhile: fc.boolean() }),
  ),
  { minLength: 4, maxLength: 40 },
)

test('whatever three devices write, delete and send in whatever order, no word is lost', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (story) => {
      const academy = createAcademy()
      // Two tabs of one device, and two devices more.
      const [shared, second, third] = [createStore(), createStore(), createStore()]
      const stores = [shared, shared, second, third]
      const pages = stores.map((store) => ({
        ...createPage(academy, store),
        open: new Map<number, string>(),
      }))
      const written = new Set<string>()
      /** What somebody took out who saw it. */
      const takenOut = new Set<string>()
      let words = 0
      const nextWord = () => {
        const word = `w${(words += 1)}`
        written.add(word)
        return word
      }

      const slotOf = (page: (typeof pages)[number], number: number): string => {
        const open = page.open.get(number)
        if (open !== undefined) return open
        const id = `note${number}`
        const row = academy.table.get(id)
        const isThere = row !== undefined && page.state.network === 'there'
        const slot = page.keeper.open({ ...place, id }, isThere ? { id, ...row } : null)
        page.open.set(number, slot)
        return slot
      }
      const write = (keeper: NoteKeeper, slot: string, how: string) => {
        const before = keeper.read(slot)?.text ?? ''
        const lines = before.split('\n')
        const middle = Math.floor(lines.length / 2)
        if (how === 'replace') for (const word of wordsOf(before)) takenOut.add(word)
        const word = nextWord()
        const after = {
          append: `${before}\n${word}`,
          prepend: `${word}\n${before}`,
          'in line': `${before} ${word}`,
          replace: word,
          'new line inside': [...lines.slice(0, middle), word, ...lines.slice(middle)].join('\n'),
        }[how]
        keeper.edit(slot, after ?? before)
      }

      for (const step of story) {
        const page = pages[step.page]!
        if (step.do === 'write') write(page.keeper, slotOf(page, step.note), step.how)
        if (step.do === 'network') page.state.network = step.is
        if (step.do === 'delete') {
          const slot = slotOf(page, step.note)
          for (const word of wordsOf(page.keeper.read(slot)?.text ?? '')) takenOut.add(word)
          page.keeper.remove(slot)
          page.open.delete(step.note)
        }
        if (step.do === 'close' && page.open.has(step.note)) {
          page.keeper.close(page.open.get(step.note)!)
          page.open.delete(step.note)
        }
        if (step.do === 'reload') {
          // The page is gone in the middle of it; what it kept lies in the store.
          const fresh = createPage(academy, stores[step.page]!)
          const left = [...page.open]
          Object.assign(page, { ...fresh, open: new Map() })
          for (const [number, slot] of left.slice(0, 1)) {
            const taken = page.keeper.take(slot)
            if (taken !== null) page.open.set(number, taken)
          }
        }
        if (step.do === 'send') {
          const sending = page.keeper.sendAll()
          const [open] = [...page.open.values()]
          if (step.typesMeanwhile && open !== undefined) write(page.keeper, open, 'in line')
          await sending
        }
      }
      for (const page of pages) page.state.network = 'there'
      for (let round = 0; round < 2; round += 1) {
        for (const page of pages) await page.keeper.sendAll()
      }

      const found = new Set([...academy.table.values()].flatMap(({ text }) => wordsOf(text)))
      const lost = [...written].filter((word) => !found.has(word) && !takenOut.has(word))
      expect(lost).toEqual([])
      expect(pages.flatMap(({ keeper }) => keeper.listWaiting())).toEqual([])
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
