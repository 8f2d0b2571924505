import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeAdmin, makeStaff } from '../../tests/support/factories.ts'
import { makeStorage } from '../../tests/support/make-storage.ts'
import { startTestServer } from '../../tests/support/start-test-server.ts'
import { download } from './download.ts'

const server = await startTestServer()
afterAll(() => server.close())
const reach = fetch

/** By name, as the browser was handed them. */
let saved: Map<string, Promise<string>>

beforeEach(() => {
  saved = new Map()
  const addresses = new Map<string, Promise<string>>()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    const address = `blob:${addresses.size}`
    addresses.set(address, (file as Blob).text()) // nothing else is handed over here
    return address
  })
  const createElement = () => ({
    href: '',
    download: '',
    click() {
      saved.set(this.download, addresses.get(this.href) ?? Promise.reject(new Error('no file')))
    },
  })
  vi.stubGlobal('document', { createElement })
  vi.stubGlobal('localStorage', makeStorage())
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => reach(server.baseUrl + path, init))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function signIn({ token, ...person }: Awaited<ReturnType<typeof makeAdmin>>): void {
  const { id, email, name } = person
  const user = { id, email, name, is_admin: true, purchased_courses: [] }
  localStorage.setItem('token', token)
  localStorage.setItem('user', JSON.stringify(user))
}

test('an owner saves all learners under the name that the server gives the file', async () => {
  signIn(await makeAdmin(server.db))

  await download('GET /admin/exports/learners.csv')

  const [[name, text] = []] = saved
  expect(name).toBe('learners.csv')
  expect(await text).toContain('E-mail')
})

test('whoever is refused an export is told what the server says of it', async () => {
  signIn(await makeStaff(server.db, 'teacher'))

  await expect(download('GET /admin/exports/learners.csv')).rejects.toMatchObject({
    status: 403,
    code: 'not_allowed',
    message: 'You are not allowed to do this.',
  })
  expect(saved.size).toBe(0)
})

test('whoever has no connection, or loses it half-way, is told so and gets no half of a file', async () => {
  signIn(await makeAdmin(server.db))
  const body = () => new ReadableStream({ pull: (half) => half.error(new Error('broken off')) })

  for (const answer of [() => Promise.reject(new TypeError()), async () => new Response(body())]) {
    vi.stubGlobal('fetch', answer)
    await expect(download('GET /admin/exports/learners.csv')).rejects.toThrow(
      'The academy cannot be reached. Please check your connection.',
    )
  }
  expect(saved.size).toBe(0)
})
