import { afterEach, expect, test, vi } from 'vitest'
import { hearPushes } from './hear-pushes.ts'

afterEach(() => vi.unstubAllGlobals())

const origin = 'https://academy.test'

function startWorker(pages: string[]) {
  const heard = new Map<string, (event: object) => void>()
  const done: string[] = []
  vi.stubGlobal('location', { origin })
  vi.stubGlobal('self', {
    registration: {
      showNotification: async (title: string, options: object) =>
        done.push(`${title} ${JSON.stringify(options)}`),
    },
    clients: {
      matchAll: async () =>
        pages.map((url) => ({ url, focus: async () => done.push(`focus ${url}`) })),
      openWindow: async (url: string) => done.push(`open ${url}`),
    },
    addEventListener: (type: string, hear: (event: object) => void) => heard.set(type, hear),
  })
  hearPushes()
  return async (type: string, event: object): Promise<string[]> => {
    const works: Promise<unknown>[] = []
    heard.get(type)?.({ ...event, waitUntil: (work: Promise<unknown>) => works.push(work) })
    await Promise.all(works)
    return done
  }
}

const tapped = (path: string) => ({ notification: { close: () => undefined, data: { path } } })

test('a reminder is shown with its words, one in the place of the other', async () => {
  const tell = startWorker([])
  const words = { title: 'Dance Academy', body: 'Time for “Kathak”', path: '/course/kathak' }

  const done = await tell('push', { data: { json: () => words } })

  expect(done).toEqual([
    'Dance Academy {"body":"Time for “Kathak”","data":{"path":"/course/kathak"},"icon":"/icon-192.png","tag":"reminder"}',
  ])
  await expect(tell('push', { data: null })).resolves.toHaveLength(1)
})

test('a tap leads to its course, in the page that shows it already or in a new one', async () => {
  const tell = startWorker([`${origin}/course/kathak`])

  await tell('notificationclick', tapped('/course/kathak'))
  await tell('notificationclick', tapped('/course/bharatanatyam'))
  const done = await tell('notificationclick', tapped('https://elsewhere.test/'))

  expect(done).toEqual([`focus ${origin}/course/kathak`, `open ${origin}/course/bharatanatyam`])
})
