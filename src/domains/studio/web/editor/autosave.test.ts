import fc from 'fast-check'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { makeDraft } from '../../../../../tests/support/make-draft.ts'
import { makeStorage } from '../../../../../tests/support/make-storage.ts'
import { ApiError } from '../../../../http/api-client.ts'
import {
  type Autosave,
  compareCopy,
  createAutosave,
  findUnsaved,
  type Save,
} from '../../../../ui/drafting/autosave.ts'
import {
  createLocalCopyStore,
  fingerprint,
  type LocalCopyStore,
} from '../../../../ui/drafting/local-copy.ts'
import { openDraft } from '../../../../ui/drafting/open-draft.ts'
import { describeCourse } from './check-course.ts'
import { courseRules } from './course-rules.ts'
import { editCourse } from './edit-course.ts'
import type { EditedCourse, Part } from './edited-course.ts'

const course = makeDraft([['a1', 'a2'], ['b1']])
const titled = (title: string) =>
  editCourse(course, { type: 'set-lesson', id: 'a1', values: { title } })
const asha = { kind: 'course', personId: 'asha', id: 'c1' } as const
const offline = () => new ApiError(0, { code: 'offline' })

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a change is saved a second after the last one, and says when', async () => {
  const { autosave, sent } = begin()
  autosave.change(titled('F'))
  await vi.advanceTimersByTimeAsync(900)
  autosave.change(titled('Fi'))
  await vi.advanceTimersByTimeAsync(900)
  expect(sent).toEqual([])
  expect(autosave.read().state.kind).toBe('saving')

  await vi.advanceTimersByTimeAsync(200)

  expect(titlesOf(sent)).toEqual(['Fi'])
  expect(autosave.read()).toMatchObject({ state: { kind: 'saved' }, revision: 8 })
  expect(autosave.read().unpublishedChanges).toBe(1)
})

test('who never pauses is saved every five seconds', async () => {
  const { autosave, sent } = begin()
  for (let key = 0; key < 30; key += 1) {
    autosave.change(titled(`${key}`))
    await vi.advanceTimersByTimeAsync(400)
  }

  expect(sent.length).toBeGreaterThanOrEqual(2)
})

test('one save is under way at a time, and what was typed meanwhile follows with the new revision', async () => {
  const { autosave, sent, answers } = begin({ waits: true })
  autosave.change(titled('F'))
  await vi.advanceTimersByTimeAsync(1000)
  autosave.change(titled('Fi'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent).toHaveLength(1)

  answers[0]?.resolve()
  await vi.advanceTimersByTimeAsync(1100)

  expect(sent.map(({ revision }) => revision)).toEqual([7, 8])
  expect(titlesOf(sent)).toEqual(['F', 'Fi'])
})

test('a save that did not get through stays in the browser and is tried again', async () => {
  const { autosave, sent, copies, fail } = begin()
  fail.next = offline()
  autosave.change(titled('F'))
  await vi.advanceTimersByTimeAsync(1000)
  expect(autosave.read().state).toMatchObject({ kind: 'failed' })
  expect(copies.read()?.content.modules[0]?.videos[0]?.title).toBe('F')

  await vi.advanceTimersByTimeAsync(2100)

  expect(sent).toHaveLength(2)
  expect(autosave.read().state.kind).toBe('saved')
  expect(copies.read()).toBeNull()
})

test('a save whose answer was lost is no conflict with oneself', async () => {
  const { autosave, fail } = begin()
  fail.next = offline()
  autosave.change(titled('F'))
  await vi.advanceTimersByTimeAsync(1000)
  fail.next = conflict(8, titled('F'))

  await vi.advanceTimersByTimeAsync(2100)

  expect(autosave.read()).toMatchObject({ state: { kind: 'saved' }, revision: 8 })
})

test('whoever is signed out while typing is led to the login, with all that was typed kept', async () => {
  const { autosave, copies, fail, signedOut } = begin()
  fail.next = new ApiError(401, { code: 'not_signed_in' })
  autosave.change(titled('F'))
  await vi.advanceTimersByTimeAsync(1000)

  expect(signedOut).toEqual(['F'])
  expect(titleOf(copies.read()?.content)).toBe('F')
})

test('what somebody else has saved is shown, nothing more is sent, and the choice is saved on top', async () => {
  const { autosave, sent, fail } = begin()
  const theirs = editCourse(course, { type: 'set-details', values: { title: 'Theirs' } })
  fail.next = conflict(9, theirs)
  autosave.change(titled('F'))
  await vi.advanceTimersByTimeAsync(1000)
  autosave.change(titled('Fi'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toHaveLength(1)
  expect(autosave.read().state).toMatchObject({ kind: 'conflict', theirs: { revision: 9 } })

  autosave.resolve(titled('Fi'), { revision: 9, content: theirs })
  await vi.advanceTimersByTimeAsync(10)

  expect(sent.at(-1)?.revision).toBe(9)
  expect(autosave.read()).toMatchObject({ state: { kind: 'saved' }, revision: 10 })
})

test('who undoes after a conflict keeps what the others have saved, and takes back only what came after', async () => {
  vi.stubGlobal('localStorage', makeStorage())
  onTestFinished(() => void vi.unstubAllGlobals())
  const named = (name: string) => ({ type: 'set-details', values: { title: name } }) as const
  const theirs = editCourse(course, named('Theirs'))
  const server = { content: course, revision: 7 }
  const save = async ({ content, revision }: Omit<Sent, 'save_id'>) => {
    if (revision !== server.revision) throw conflict(server.revision, server.content)
    Object.assign(server, { content, revision: revision + 1 })
    const saved_at = '2026-11-22T10:40:00.000Z'
    return { revision: server.revision, saved_at, unpublished_changes: 1 }
  }
  const { store, autosave, resolve } = openDraft(courseRules, asha, {
    ...server,
    savedAt: null,
    unpublishedChanges: 0,
    send: save,
    sendLeaving: save,
  })
  store.edit({ type: 'set-lesson', id: 'a1', values: { title: 'Mine' } })
  await save({ content: theirs, revision: 7 })
  await vi.advanceTimersByTimeAsync(1000)
  const { state } = autosave.read()
  if (state.kind !== 'conflict') throw new Error('Nobody saw that both have written')
  resolve(editCourse(titled('Mine'), named('Theirs')), state.theirs)
  await vi.advanceTimersByTimeAsync(1000)
  store.edit(named('Later'))
  for (let press = 0; press < 3; press += 1) store.undo()
  await vi.advanceTimersByTimeAsync(2000)

  expect([server.content.title, titleOf(server.content)]).toEqual(['Theirs', 'Mine'])
})

test('a field that would be refused is named, not sent, and everything stays in the browser', async () => {
  const { autosave, sent, copies } = begin()
  const bad = editCourse(titled('Kept too'), {
    type: 'set-lesson',
    id: 'b1',
    values: { url: 'javascript:alert(1)' },
  })
  autosave.change(bad)
  await vi.advanceTimersByTimeAsync(1000)

  expect(sent).toEqual([])
  expect(autosave.read().state).toEqual({
    kind: 'refused',
    errors: [
      {
        part: { kind: 'lesson', id: 'b1' },
        field: 'url',
        message: 'Please give a web address that begins with https://.',
      },
    ],
  })
  expect(copies.read()?.content.modules[0]?.videos[0]?.title).toBe('Kept too')
})

test("the server's own refusals stand beside their fields", async () => {
  const { autosave, fail } = begin()
  const errors = [{ path: 'course.modules.0.videos.1.title', message: 'Not this one.' }]
  fail.next = new ApiError(400, { code: 'invalid_input', errors })
  autosave.change(titled('F'))
  await vi.advanceTimersByTimeAsync(1000)

  expect(autosave.read().state).toMatchObject({
    errors: [{ part: { kind: 'lesson', id: 'a2' }, field: 'title', message: 'Not this one.' }],
  })
})

test('a row that is still empty is neither sent nor refused, and errors find their row behind it', async () => {
  const { autosave, sent } = begin()
  const links = [
    { title: '', url: '' },
    { title: 'A link', url: 'nonsense' },
  ]
  const withLinks = (list: typeof links) =>
    editCourse(course, { type: 'set-lesson', id: 'a1', values: { links: list } })
  autosave.change(withLinks(links))
  await vi.advanceTimersByTimeAsync(1000)
  expect(autosave.read().state).toMatchObject({ errors: [{ field: 'links.1.url' }] })

  autosave.change(withLinks(links.slice(0, 1)))
  await vi.advanceTimersByTimeAsync(1000)

  expect(sent.at(-1)?.content.modules[0]?.videos[0]?.links).toEqual([])
})

test('a page that is left keeps a copy at once and sends what can outlive it', () => {
  const { autosave, sent, copies } = begin()
  autosave.change(titled('F'))

  autosave.leave()

  expect(copies.read()?.content.modules[0]?.videos[0]?.title).toBe('F')
  expect(sent).toHaveLength(1)
})

test('a copy that a closed tab has left: newer, saved after all, or in conflict', () => {
  const mine = titled('F')
  const copy = { content: mine, revision: 7, writtenAt: '', sent: null }
  const other = titled('Other')

  expect(compareCopy(courseRules, copy, { revision: 7, content: course })).toBe('newer')
  expect(compareCopy(courseRules, copy, { revision: 8, content: mine })).toBe('same')
  expect(compareCopy(courseRules, copy, { revision: 8, content: other })).toBe('conflict')
  const sent = fingerprint(describeCourse(other))
  expect(compareCopy(courseRules, { ...copy, sent }, { revision: 8, content: other })).toBe('newer')
})

test('a copy is found by the same person for the same course only, and nonsense is none', () => {
  const storage = makeStorage()
  const at = (personId: string, courseId: string) =>
    createLocalCopyStore(courseRules, { kind: 'course', personId, id: courseId }, () => storage)
  at('asha', 'c1').write({ content: course, revision: 3, sent: null })

  expect(at('asha', 'c1').read()).toMatchObject({ content: course, revision: 3 })
  expect(at('ravi', 'c1').read()).toBeNull()
  expect(at('asha', 'c2').read()).toBeNull()
  at('asha', 'c1').clear() // another tab, which has not read it
  expect(at('asha', 'c1').read()).not.toBeNull()
  const before = { content: course, revision: 4, writtenAt: '2026-11-22T10:00:00Z', sent: null }
  storage.setItem('course-changes:meera:c1', JSON.stringify(before))
  expect(at('meera', 'c1').read()).toMatchObject({ content: course, revision: 4 })
  storage.setItem('course-changes:ravi:c1', '{"page":1}')
  expect(at('ravi', 'c1').read()).toBeNull()
})

test('whose browser keeps nothing once the page has gone is warned before it goes', () => {
  vi.stubGlobal(
    'Storage',
    class {
      readonly length = 0
    },
  )
  onTestFinished(() => void vi.unstubAllGlobals())
  const storage = makeStorage() // as a page makes its own where the browser refuses
  const copies = createLocalCopyStore(courseRules, asha, () => storage)
  const copy = { content: course, revision: 3, sent: null }
  expect(copies.write(copy)).toBe(false)
  expect(copies.read()).toMatchObject(copy)

  Object.setPrototypeOf(Object.getPrototypeOf(storage), Storage.prototype)

  expect(copies.write(copy)).toBe(true)
})

test('two tabs without a network keep the words of both', () => {
  const storage = makeStorage()
  const openTab = () => createLocalCopyStore(courseRules, asha, () => storage)
  const tabs = [openTab(), openTab()]
  vi.setSystemTime('2026-11-22T10:00:00Z')
  tabs[0]?.write({ content: titled('First tab'), revision: 3, sent: null })
  vi.setSystemTime('2026-11-22T10:01:00Z')
  tabs[1]?.write({ content: titled('Second tab'), revision: 3, sent: null })

  const opened = openTab()
  const found = [opened.read(), opened.read()].map((copy) => titleOf(copy?.content))
  tabs[0]?.write({ content: titled('First tab, written on'), revision: 3, sent: null })
  opened.clear()

  expect(found).toEqual(['Second tab', 'First tab'])
  expect(titleOf(openTab().read()?.content)).toBe('First tab, written on')
})

const own = [
  'type',
  'wait',
  'hide',
  'arrive',
  'lose the answer',
  'lose it',
  'refuse it',
  'delay it',
]
const step = fc.constantFrom(...own, 'arrive late')
const often = { numRuns: 2000 }

test('whoever leaves for another page of the academy has everything saved before it asks', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const { autosave, server, copies, play } = beginWithServer()
      const stop = autosave.start()
      const title = await play(steps)

      let isDone = false
      const leaving = stop().finally(() => {
        isDone = true
      })
      while (server.underWay.length > 0) await server.take('arrive')
      await vi.advanceTimersByTimeAsync(0)

      expect(isDone).toBe(true)
      await leaving
      expect(titleOf(server.content)).toBe(title)
      expect(copies().read()).toBeNull()
      expect(server.conflicts).toBe(0)
    }),
    {
      ...often,
      examples: [[['type', 'hide', 'type', 'hide', 'arrive', 'lose the answer', 'type']]],
    },
  )
})

test('whoever closes the page finds all of it on the server or in the browser, and is in conflict with nobody', async () => {
  const fate = fc.constantFrom('arrive', 'lose it', 'delay it')
  const fates = fc.array(fate, { minLength: 2, maxLength: 2 })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), fates, async (steps, fates) => {
      const { autosave, server, copies, open, play } = beginWithServer()
      autosave.start()
      const title = await play(steps)

      autosave.leave()
      for (const fate of fates) await server.take(fate, { isClosed: true })

      const unsaved = findUnsaved(courseRules, copies(), server)
      expect(titleOf(unsaved?.copy.content ?? server.content)).toBe(title)
      expect(unsaved?.isConflict ?? false).toBe(false)
      // Goes on from there, while what the closed page has sent may still arrive.
      const reopened = open(unsaved?.copy.sent)
      if (unsaved) reopened.change(unsaved.copy.content)
      server.takeLate()
      reopened.saveNow()
      while (server.underWay.length > 0) {
        await server.take('arrive', { autosave: reopened })
        await vi.advanceTimersByTimeAsync(1100)
      }
      expect(titleOf(server.content)).toBe(title)
      expect(server.conflicts).toBe(0)
    }),
    often,
  )
})

test('what somebody else has saved is written over by no save that did not know of it, nor by one behind it', async () => {
  const steps = fc.array(fc.constantFrom(...own, 'arrive late', 'they save', 'choose ours'), {
    maxLength: 20,
  })
  await fc.assert(
    fc.asyncProperty(steps, async (steps) => {
      const { autosave, server, copies, play } = beginWithServer()
      autosave.start()
      const title = await play(steps)

      autosave.leave()
      while (server.underWay.length > 0) await server.take('arrive', { isClosed: true })
      server.takeLate()

      const saved = server.saved.map(titleOf)
      const kept = findUnsaved(courseRules, copies(), server)?.copy.content
      expect([...saved, titleOf(kept)]).toContain(title)
      expect(server.unseen).toEqual([])
    }),
    { ...often, examples: [[['type', 'wait', 'type', 'they save']]] },
  )
})

test('whoever closes the page while a save is under way has the last words sent right behind it', async () => {
  const { autosave, server } = beginWithServer()
  autosave.start()
  autosave.change(titled('F'))
  await vi.advanceTimersByTimeAsync(1000)
  autosave.change(titled('Fi'))

  autosave.leave()
  while (server.underWay.length > 0) await server.take('arrive', { isClosed: true })

  expect(titleOf(server.content)).toBe('Fi')
})

type Fate = 'arrive' | 'lose the answer' | 'lose it' | 'refuse it' | 'delay it'

/**
 * A server that refuses what does not go back to its own revision, behind a network that loses things or
 * brings them after their sender has given them up.
 */
function beginWithServer() {
  const storage = makeStorage()
  const copies = () => createLocalCopyStore(courseRules, asha, () => storage)
  const underWay: { draft: Sent; answer: (error: ApiError | null) => void }[] = []
  const late: Sent[] = []
  let saveId = ''
  /** Of what somebody else has saved: the newest, and the newest that this page was told of. */
  const theirs = { saved: 0, told: 0 }
  const save = (draft: Sent, { isTheirs = false } = {}) => {
    const isBehind = draft.after === undefined || draft.after === saveId
    if (draft.revision !== server.revision || !isBehind) {
      return conflict(server.revision, server.content)
    }
    saveId = draft.save_id
    server.content = draft.content
    server.revision += 1
    server.saved.push(draft.content)
    if (isTheirs) theirs.saved = server.revision
    else if (theirs.saved > theirs.told) server.unseen.push(titleOf(draft.content))
    return null
  }
  const server = {
    content: course,
    revision: 7,
    /** All that it ever took, from the first on. */
    saved: [course],
    /** What this page has written over what it was not told of. */
    unseen: [] as (string | undefined)[],
    conflicts: 0,
    underWay,
    /** What happens to the oldest that is under way. */
    take: async (fate: Fate, { isClosed = false, autosave = opened } = {}) => {
      const request = underWay.shift()
      if (!request) return
      const { draft, answer } = request
      const isTaken = fate === 'arrive' || fate === 'lose the answer'
      const refusal = isTaken ? save(draft) : null
      if (fate === 'delay it') late.push(draft)
      const busy = new ApiError(429, { code: 'too_many_requests' })
      const answers: { [fate in Fate]?: ApiError | null } = { arrive: refusal, 'refuse it': busy }
      const told = answers[fate]
      if (!isClosed) answer(told === undefined ? offline() : told)
      await vi.advanceTimersByTimeAsync(0)
      if (autosave.read().state.kind === 'conflict') server.conflicts += 1
    },
    takeLate: () => {
      for (const draft of late.splice(0)) save(draft)
    },
  }
  const send = (draft: Sent) =>
    new Promise<{ revision: number; saved_at: string; unpublished_changes: null }>(
      (resolve, reject) => {
        const saved = {
          revision: draft.revision + 1,
          saved_at: '2026-11-22T10:40:00.000Z',
          unpublished_changes: null,
        }
        underWay.push({ draft, answer: (error) => (error ? reject(error) : resolve(saved)) })
      },
    )
  const open = (sent: string | null = null): Autosave<EditedCourse, Part> =>
    createAutosave({
      rules: courseRules,
      content: server.content,
      revision: server.revision,
      savedAt: null,
      unpublishedChanges: 0,
      copies: copies(),
      sent,
      send,
      sendLeaving: send,
      onSignedOut: () => undefined,
    })
  const opened = open()
  /** Resolves to the title that was typed last. */
  const play = async (steps: readonly string[]) => {
    let title = titleOf(course) ?? ''
    for (const [at, step] of steps.entries()) {
      if (step === 'type') {
        title = `${at}`
        opened.change(titled(title))
      } else if (step === 'wait') await vi.advanceTimersByTimeAsync(1100)
      else if (step === 'hide') opened.leave()
      else if (step === 'arrive late') server.takeLate()
      else if (step === 'they save') {
        const draft = { content: titled(`theirs ${at}`), revision: server.revision }
        save({ ...draft, save_id: draft.content.title }, { isTheirs: true })
      } else if (step === 'choose ours') {
        const { state } = opened.read()
        if (state.kind !== 'conflict') continue
        theirs.told = state.theirs.revision
        opened.resolve(titled(title), state.theirs)
      } else await server.take(step as Fate)
    }
    return title
  }
  return { autosave: opened, server, copies, open, play }
}

type Sent = Save<EditedCourse>

function begin({ waits = false } = {}) {
  const sent: Sent[] = []
  const answers: { resolve: () => void }[] = []
  /** For each time the title that was kept by then. */
  const signedOut: unknown[] = []
  const fail: { next: ApiError | null } = { next: null }
  const storage = makeStorage()
  const copies: LocalCopyStore<EditedCourse> = createLocalCopyStore(
    courseRules,
    asha,
    () => storage,
  )
  const send = async (draft: Sent) => {
    sent.push(draft)
    const problem = fail.next
    fail.next = null
    if (problem) throw problem
    if (waits && answers.length === 0) {
      await new Promise<void>((resolve) => answers.push({ resolve }))
    }
    return {
      revision: draft.revision + 1,
      saved_at: '2026-11-22T10:40:00.000Z',
      unpublished_changes: sent.length,
    }
  }
  const autosave: Autosave<EditedCourse, Part> = createAutosave({
    rules: courseRules,
    content: course,
    revision: 7,
    savedAt: null,
    unpublishedChanges: 0,
    copies,
    send,
    sendLeaving: send,
    onSignedOut: () => {
      const [kept = ''] = Object.values(storage)
      signedOut.push(titleOf(JSON.parse(kept).content))
    },
  })
  return { autosave, sent, answers, fail, copies, signedOut }
}

function conflict(revision: number, saved: EditedCourse): ApiError {
  return new ApiError(409, { code: 'draft_conflict', revision, course: saved })
}

function titlesOf(sent: Sent[]): (string | undefined)[] {
  return sent.map((draft) => titleOf(draft.content))
}

function titleOf(edited: EditedCourse | undefined): string | undefined {
  return edited?.modules[0]?.videos[0]?.title
}
