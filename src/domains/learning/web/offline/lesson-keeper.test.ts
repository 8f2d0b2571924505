import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { openBrowserDatabase } from '../../../../../tests/support/browser-database.ts'
import { runs } from '../../../../../tests/support/runs.ts'
import type { Course } from '../../../catalogue/contract.ts'
import { chunkInBytes } from './encrypt-chunk.ts'
import { keepScreen } from './keep-screen.ts'
import { type KeptLesson, readList, readPlace, writeToList } from './kept-lesson.ts'
import { createKeeper } from './lesson-keeper.ts'

type Video = Course['modules'][number]['videos'][number]

/** Of a lesson's film, in bytes: two chunks each. */
const sizes = { data_saver: chunkInBytes + 1, '480p': chunkInBytes + 2 }
const names = ['data_saver', '480p'] as const
const videoIds = ['one', 'two', 'three'] as const
const learnerId = 'learner'
/** Only what the keeper reads of them. */
const videos = videoIds.map((id) => ({
  id,
  title: id,
  film: {
    duration_in_seconds: 9,
    chapters: [],
    captions: [],
    renditions: names.map((name) => ({ name, size_in_bytes: sizes[name], url: `/media/${name}` })),
  },
})) as unknown as Video[]
const course = { id: 'c', title: 'Course', modules: [{ videos }] } as unknown as Course

/** Awaited before whatever the network or the browser does next. */
let takeTurn: (what: string) => Promise<void>
let isAcademyAway: () => boolean
let browser: ReturnType<typeof openBrowserDatabase>
/** The addresses that are kept of the page that plays lessons without a network; null: none. */
let screen: Set<string> | null

afterEach(() => vi.unstubAllGlobals())

const actionOn = (lastPage: number) =>
  fc.record({
    kind: fc.constantFrom('confirm', 'remove', 'keep', 'remove all'),
    videoId: fc.constantFrom(...videoIds),
    name: fc.constantFrom(...names),
    /** Which of the pages that are open beside each other. */
    page: fc.nat({ max: lastPage }),
  })
const allOrNothing = expect.stringMatching(/^(none|(part|whole) \w+)$/)
const start = fc.constantFrom('none', 'part data_saver', 'whole data_saver')

test('in whatever order it goes, what was removed stays so, and what was kept is whole and of one size', async () => {
  const starts = fc.tuple(start, start, start)
  const actions = fc
    .constantFrom(0, 1)
    .chain((lastPage) => fc.array(actionOn(lastPage), { minLength: 2, maxLength: 8 }))
  const aways = fc.infiniteStream(fc.nat({ max: 5 }).map((drawn) => drawn === 0))
  const property = fc.asyncProperty(
    fc.scheduler(),
    starts,
    actions,
    aways,
    async (scheduler, starts, actions, aways) => {
      await openBrowser(starts)
      const pages = [createKeeper(learnerId), createKeeper(learnerId)] as const
      for (const page of pages.toReversed()) await page.confirm()
      takeTurn = (what) => scheduler.schedule(Promise.resolve(), what)
      isAcademyAway = () => aways.next().value
      const wanted = new Map<string, unknown>(videoIds.map((id, at) => [id, starts[at] ?? 'none']))
      const isBusy = (id: string) => pages.some((page) => `c/${id}` in page.read().underWay)
      const removing: string[] = []
      const ends = actions.map(async ({ kind, videoId, name, page: at }) => {
        await takeTurn(`${kind} ${videoId} ${name} on page ${at}`)
        const page = pages[at] ?? pages[0]
        if (kind === 'confirm') return page.confirm()
        if (kind === 'keep') {
          const known = page.read().lessons?.find((lesson) => lesson.videoId === videoId)
          // There is no button for it.
          if (known?.keptAt || isBusy(videoId) || removing.includes(videoId)) return
          const wish = `whole ${name}`
          wanted.set(videoId, wish)
          await page.keep(course, videos[videoIds.indexOf(videoId)] as Video, name) // there is one for each id
          const hasFailed = `c/${videoId}` in page.read().failures
          if (hasFailed && wanted.get(videoId) === wish) wanted.set(videoId, allOrNothing)
          return
        }
        const { lessons, listed, underWay } = page.read()
        const shown = new Set([...(lessons ?? []), ...listed].map(({ id }) => id))
        const ids = (kind === 'remove' ? [videoId] : videoIds).filter(
          (id) => shown.has(`c/${id}`) || `c/${id}` in underWay,
        )
        if (ids.length === 0) return
        const other = pages[1 - at]?.read().underWay ?? {}
        // Which comes first there, the removal or what is just being begun, may be the one or the other.
        for (const id of ids) wanted.set(id, `c/${id}` in other ? allOrNothing : 'none')
        removing.push(...ids)
        await (kind === 'remove' ? page.remove(`c/${videoId}`) : page.removeAll())
        for (const id of ids) removing.splice(removing.indexOf(id), 1)
      })
      await scheduler.waitFor(Promise.all(ends))

      const here = new Map(videoIds.map((id) => [id, describe(id)]))
      expect(Object.fromEntries(here)).toEqual(Object.fromEntries(wanted))
      const isAlone = actions.every(({ page }) => page === 0)
      const shown = pages[0].read()
      expect(isAlone ? shown.lessons : readLessons()).toEqual(readLessons())
      expect(isAlone ? shown.listed : readList(learnerId)).toEqual(readList(learnerId))
      const isPlayable = readLessons().length === 0 || screen?.has('/my-courses') === true
      expect(isPlayable || !isAlone).toBe(true)
    },
  )
  await fc.assert(property, { numRuns: runs(100) })
})

test.each([
  ['confirmed', 'on the same page', 0],
  ['confirmed', 'on another page', 1],
  ['kept', 'on the same page', 0],
  ['kept', 'on another page', 1],
] as const)(
  'what is removed at any moment while it is %s goes %s',
  async (what, _where, remover) => {
    // Of what is kept on after that, all is kept.
    const expected = what === 'kept' && remover === 1 ? allOrNothing : 'none'
    const removals: Promise<void>[] = []
    let at = 0
    do {
      at += 1
      await openBrowser([what === 'kept' ? 'part data_saver' : 'whole data_saver', 'none', 'none'])
      const pages = [createKeeper(learnerId), createKeeper(learnerId)] as const
      let turns = 0
      takeTurn = async (next) => {
        turns += 1
        if (turns !== at) return
        const removal = pages[remover].remove('c/one')
        removals.push(removal)
        // The database itself goes on only after its turn.
        if (next !== 'database') await removal
      }
      await (what === 'kept'
        ? pages[0].keep(course, videos[0] as Video, 'data_saver') // there are three
        : pages[0].confirm())
      await Promise.all(removals)

      const shown = pages[remover].read().lessons?.map(({ videoId }) => videoId) ?? []
      const here = [describe('one'), ...(remover === 0 ? shown : [])]
      expect(removals.length < at ? [expected] : here, `at turn ${at}`).toEqual([expected])
    } while (removals.length === at)
    expect(at).toBeGreaterThan(10)
  },
)

test('how much of a lesson is here is told from the first time on', async () => {
  await openBrowser(['none', 'none', 'none'])
  const page = createKeeper(learnerId)
  const told: boolean[] = []
  page.listen(() => {
    const { lessons, underWay } = page.read()
    if ((underWay['c/one'] ?? 0) > 0) told.push(lessons?.some(({ id }) => id === 'c/one') === true)
  })

  await page.keep(course, videos[0] as Video, 'data_saver') // there are three

  expect(told.length).toBeGreaterThan(1)
  expect(told).not.toContain(false)
})

test('a kept lesson goes on where another device has left it, unless this one has more to tell', async () => {
  await openBrowser(['whole data_saver', 'whole data_saver', 'none'])
  positions = { one: 1200, two: 300, three: 5 }
  localStorage.setItem('player_at_c/two', '700')
  const unsent = { position: 700, duration: 900, played: [[600, 700]] }
  localStorage.setItem(`unsent-progress:${learnerId}`, JSON.stringify({ 'c/two': unsent }))

  await createKeeper(learnerId).confirm()

  expect(videoIds.map((id) => readPlace(`c/${id}`))).toEqual([1200, 700, 0])
})

test('a place that was told while the academy was asked stays', async () => {
  await openBrowser(['whole data_saver', 'none', 'none'])
  positions = {
    get one() {
      localStorage.setItem('player_at_c/one', '900')
      return 300
    },
  }

  await createKeeper(learnerId).confirm()

  expect(readPlace('c/one')).toBe(900)
})

test('keys that went with a session are back on any page, and nothing is asked twice a day', async () => {
  await openBrowser(['whole data_saver', 'whole data_saver', 'none'])
  const before = opened
  const page = createKeeper(learnerId)
  browser.stores['keys']?.clear()

  await page.confirmDue()
  expect(describe('one')).toBe('whole data_saver')
  expect(opened - before).toBe(2)

  await page.confirmDue()
  expect(opened - before).toBe(2)
  expect(readLessons().map(({ filmNumber }) => filmNumber)).toEqual([7, 7])
})

/** A browser on which these lessons are kept, and an academy that gives all of them out. */
async function openBrowser(starts: readonly string[]) {
  takeTurn = () => Promise.resolve()
  isAcademyAway = () => false
  browser = openBrowserDatabase(() => takeTurn('database'))
  const stored = new Map<string, string>()
  vi.stubGlobal('indexedDB', browser.indexedDB)
  vi.stubGlobal('IDBKeyRange', browser.IDBKeyRange)
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => stored.set(name, text),
    removeItem: (name: string) => stored.delete(name),
  })
  const estimate = async () => {
    await takeTurn('estimate')
    return {}
  }
  vi.stubGlobal('navigator', { storage: { estimate, persist: async () => true } })
  screen = null
  vi.stubGlobal('caches', {
    open: async () => {
      const own = (screen ??= new Set())
      const put = async (url: string) => own.add(url)
      return { put, match: async () => undefined, keys: async () => [] }
    },
    keys: async () => (screen ? ['kept-screen'] : []),
    delete: async () => {
      screen = null
    },
  })
  vi.stubGlobal('fetch', answer)
  // The real one takes turns of its own.
  const copy = async (_how: unknown, _key: unknown, bytes: Uint8Array) => bytes.slice().buffer
  const subtle = { importKey: async () => ({}), encrypt: copy, decrypt: copy }
  vi.stubGlobal('crypto', { subtle, getRandomValues: (bytes: Uint8Array) => bytes })
  wholes ??= await keepAll()
  await keepScreen()
  for (const [at, id] of videoIds.entries()) {
    if (starts[at] !== 'none') putWhole(`c/${id}`, wholes)
    if (starts[at]?.startsWith('part')) loseHalf(`c/${id}`)
  }
}

let wholes: Wholes | undefined
type Wholes = typeof browser.stores

/** All lessons as they are kept, which takes long enough to be done once. */
async function keepAll(): Promise<Wholes> {
  const page = createKeeper(learnerId)
  for (const video of videos) await page.keep(course, video, 'data_saver')
  const kept = Object.entries(browser.stores).map(([name, rows]) => [name, new Map(rows)] as const)
  for (const rows of Object.values(browser.stores)) rows.clear()
  for (const video of videos) writeToList(learnerId, `c/${video.id}`, null)
  return Object.fromEntries(kept)
}

function putWhole(id: string, wholes: Wholes) {
  for (const [name, rows] of Object.entries(wholes)) {
    const store = (browser.stores[name] ??= new Map())
    for (const [key, value] of rows) if (key.includes(id)) store.set(key, value)
  }
  writeToList(learnerId, id, { id, title: id })
}

let opened = 0
/** By lesson, as the academy knows them. */
let positions: Record<string, number> = {}

async function answer(url: string, { headers, signal }: RequestInit = {}): Promise<Response> {
  await takeTurn(url)
  signal?.throwIfAborted()
  if (url === '/my-courses') return new Response('/assets/entry.js')
  if (url.startsWith('/assets/')) return new Response('')
  if (url === '/api/courses/c') return Response.json(course)
  if (url.endsWith('/progress')) {
    const told = Object.entries(positions).map(([id, position]) => ({ id, position }))
    return Response.json({ videos: told })
  }
  if (url.endsWith('/offline-key')) {
    if (isAcademyAway()) throw new TypeError('away')
    opened += 1
    const keep_until = new Date(Date.now() + 40 * 24 * 3_600_000).toISOString()
    return Response.json({ film_id: 'f', film: 7, key: '', keep_until, opening: `${opened}` })
  }
  const [, from, to] = /(\d+)-(\d+)/.exec(new Headers(headers).get('range') ?? '') ?? []
  const mark = url.endsWith('480p') ? 2 : 1
  return new Response(new Uint8Array(Number(to) + 1 - Number(from)).fill(mark), { status: 206 })
}

function readLessons(): KeptLesson[] {
  return [...(browser.stores['lessons']?.values() ?? [])] as KeptLesson[] // as the keeper wrote them
}

function readChunks(id: string): Map<string, Uint8Array> {
  const chunks = [...(browser.stores['chunks'] ?? [])].filter(([place]) => place.includes(id))
  return new Map(chunks) as Map<string, Uint8Array> // as the keeper wrote them
}

/** Its first chunk is here alone. */
function loseHalf(id: string) {
  const lesson = readLessons().find((one) => one.id === id)
  browser.stores['lessons']?.set(JSON.stringify(id), { ...lesson, keptAt: null })
  browser.stores['chunks']?.delete(JSON.stringify([id, 'film', 1]))
}

/** What there is of a lesson: `none`, or `whole 480p`; anything else that is wrong with it behind that. */
function describe(videoId: string): string {
  const id = `c/${videoId}`
  const lesson = readLessons().find((one) => one.id === id)
  const listed = readList(learnerId).find((one) => one.id === id)
  const chunks = [...readChunks(id).values()]
  if (!lesson) {
    const leftOver = [chunks.length > 0 && 'chunks', listed && (listed.lost ?? 'listed')]
    return ['none', ...leftOver.filter(Boolean)].join(', ')
  }
  const { name } = lesson.rendition
  const marks = new Set(chunks.map((chunk) => chunk.at(-1)))
  const wrong = [
    lesson.keptAt !== null && chunks.length < 2 && 'but not all of it',
    marks.size > 1 && 'of two films',
    marks.size === 1 && !marks.has(name === '480p' ? 2 : 1) && 'of another size',
    !browser.stores['keys']?.has(JSON.stringify(id)) && 'without its key',
    listed?.lost,
    !listed && 'not listed',
  ]
  const here = `${lesson.keptAt === null ? 'part' : 'whole'} ${name}`
  return [here, ...wrong.filter(Boolean)].join(', ')
}
