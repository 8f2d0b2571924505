import { afterEach, expect, test, vi } from 'vitest'
import { keepScreen } from './keep-screen.ts'

afterEach(() => vi.unstubAllGlobals())

test('what is no page of ours takes the place of none, and of no script', async () => {
  const kept = new Map<string, string>()
  const cache = {
    match: async (url: string) => (kept.has(url) ? new Response(kept.get(url)) : undefined),
    put: async (url: string, answer: Response) => kept.set(url, await answer.text()),
    keys: async () => [...kept.keys()].map((url) => ({ url: `https://academy.test${url}` })),
    delete: async (url: string) => kept.delete(new URL(url).pathname),
  }
  const page = '<script src="/assets/entry-1.js">'
  const answers: Record<string, () => Response> = {
    '/my-courses': () => new Response(page),
    '/assets/entry-1.js': () => new Response('run()'),
  }
  vi.stubGlobal('caches', { open: async () => cache })
  vi.stubGlobal('fetch', async (url: string) => answers[url]?.() ?? Response.error())
  await keepScreen()
  const before = [...kept]
  expect(before.map(([url]) => url).toSorted()).toEqual(['/assets/entry-1.js', '/my-courses'])

  for (const [body, status] of [
    ['The academy is being updated.', 503],
    ['Welcome to the airport', 200],
  ] as const) {
    answers['/my-courses'] = () => new Response(body, { status })
    await expect(keepScreen()).rejects.toThrow('does not come')
    expect([...kept]).toEqual(before)
  }
})
