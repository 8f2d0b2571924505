import fc from 'fast-check'
import type { Place } from '../../src/domains/learning/place.ts'
import type { SavedNote } from '../../src/domains/notes/web/note-keeper.ts'
import {
  createNoteKeeper,
  type NoteCalls,
  type NoteKeeper,
  type NoteStore,
} from '../../src/domains/notes/web/note-keeper.ts'

/** The academy, or what stands in for it. */
export interface NoteAcademy extends NoteCalls {
  /** All notes of the learner. */
  read: () => Promise<SavedNote[]>
}

export type NotePlace = Place & { courseId: string }

export function createStore(): NoteStore {
  const texts = new Map<string, string>()
  return {
    names: () => [...texts.keys()],
    read: (name) => texts.get(name) ?? null,
    write: (name, text) => (text === null ? texts.delete(name) : texts.set(name, text)),
  }
}

type Network = 'there' | 'away' | 'loses the answer'

/** A page of a device: its own keeper, the device's store, and a network that fails as it is told. */
export function createPage(academy: NoteCalls, store: NoteStore) {
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

/** What a page shows of the academy may be older than what was sent from there. */
type Step = { page: number; readsAnew: boolean } & (
  | { do: 'write'; note: number; how: string }
  | { do: 'delete' | 'close'; note: number }
  | { do: 'reload' }
  | { do: 'network'; is: Network }
  | { do: 'send'; typesMeanwhile: boolean }
)

/** What may happen on two tabs of one device and on two devices more, to two notes, in any order. */
export const noteStories: fc.Arbitrary<Step[]> = fc.array(
  fc
    .tuple(
      fc.record({ page: fc.nat(3), readsAnew: fc.boolean() }),
      fc.oneof(
        fc.record({
          do: fc.constant('write' as const),
          note: fc.nat(1),
          how: fc.constantFrom(
            'append',
            'prepend',
            'in line',
            'replace',
            'new line inside' as const,
          ),
        }),
        fc.record({ do: fc.constant('delete' as const), note: fc.nat(1) }),
        fc.record({ do: fc.constant('close' as const), note: fc.nat(1) }),
        fc.record({ do: fc.constant('reload' as const) }),
        fc.record({
          do: fc.constant('network' as const),
          is: fc.constantFrom<Network>('there', 'away', 'away', 'loses the answer'),
        }),
        fc.record({ do: fc.constant('send' as const), typesMeanwhile: fc.boolean() }),
      ),
    )
    .map(([who, what]) => ({ ...who, ...what })),
  { minLength: 4, maxLength: 40 },
)

/** Tells a story to its end, when every network is there again; resolves to what must be empty then. */
export async function tellNoteStory(
  academy: NoteAcademy,
  place: NotePlace,
  story: readonly Step[],
): Promise<{ lost: string[]; waiting: unknown[] }> {
  const ids = [crypto.randomUUID(), crypto.randomUUID()]
  // Two tabs of one device, and two devices more.
  const [shared, second, third] = [createStore(), createStore(), createStore()]
  const stores = [shared, shared, second, third]
  const pages = stores.map((store) => ({
    ...createPage(academy, store),
    open: new Map<number, string>(),
    rows: new Map<string, SavedNote>(),
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
    const id = ids[number] ?? ''
    const row = page.rows.get(id)
    const slot = page.keeper.open({ ...place, id }, row ?? null)
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
    // What the page can see of the academy from now on.
    if (page.state.network === 'there' && step.readsAnew)
      page.rows = new Map((await academy.read()).map((row) => [row.id, row]))
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
      Object.assign(page, { ...fresh, open: new Map(), rows: new Map() })
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

  const found = new Set((await academy.read()).flatMap(({ text }) => wordsOf(text)))
  return {
    lost: [...written].filter((word) => !found.has(word) && !takenOut.has(word)),
    waiting: pages.flatMap(({ keeper }) => keeper.listWaiting()),
  }
}
