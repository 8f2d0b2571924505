import { expect, test } from 'vitest'
import { type CourseDraft, emptyCourse, emptyModule } from './course-draft.ts'
import { createDraftStore } from './draft-store.ts'

const half: CourseDraft = { ...emptyCourse(), title: 'Half', modules: [emptyModule()] }

test('a half-written course is found again after a reload, a missing price still missing', () => {
  const storage = inTab()
  createDraftStore('asha', () => storage).write(half)

  expect(createDraftStore('asha', () => storage).read()).toEqual(half)
})

test('another administrator in the same tab does not find it', () => {
  const storage = inTab()
  createDraftStore('asha', () => storage).write(half)

  expect(createDraftStore('ravi', () => storage).read()).toBeNull()
})

test('what was sent or cancelled is gone, and an empty form is not worth keeping', () => {
  const storage = inTab()
  const store = createDraftStore('asha', () => storage)
  store.write(half)
  store.write(null)
  expect(store.read()).toBeNull()

  store.write(emptyCourse())

  expect(store.read()).toBeNull()
  expect(storage.length).toBe(0)
})

test('a browser that refuses to store keeps it while the page lives', () => {
  const store = createDraftStore('asha', () => {
    throw new Error('refused')
  })

  store.write(half)

  expect(store.read()).toEqual(half)
})

test.each(['', 'null', '{', '{"title":1}'])('what is no draft is none: %j', (written) => {
  const storage = inTab()
  storage.setItem('course-draft:asha', written)

  expect(createDraftStore('asha', () => storage).read()).toBeNull()
})

function inTab(): Storage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    clear: () => kept.clear(),
    key: (at) => [...kept.keys()][at] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}
