import { describe, expect, it } from 'vitest'
import { createPageCache, type PageCache } from './page-cache.ts'

interface Page {
  text: string
  isKept: boolean
}

function openCache(limits: { limitInPages?: number; limitInBytes?: number } = {}): PageCache<Page> {
  return createPageCache<Page>(
    {
      limitInPages: limits.limitInPages ?? 100,
      limitInBytes: limits.limitInBytes ?? 10_000,
      sizeInBytes: (page) => page.text.length,
    },
    (page) => page.isKept,
  )
}

/** Counts how often each page is really made. */
function counter() {
  const made: string[] = []
  const make =
    (text: string, isKept = true) =>
    async (): Promise<Page> => {
      made.push(text)
      return { text, isKept }
    }
  return { made, make }
}

describe('the page cache', () => {
  it('makes a page once for all who ask while the data stays the same', async () => {
    const cache = openCache()
    const { made, make } = counter()

    const pages = await Promise.all([
      cache.find('/courses', '1', make('list')),
      cache.find('/courses', '1', make('list')),
    ])
    const later = await cache.find('/courses', '1', make('list'))

    expect(made).toEqual(['list'])
    expect([...pages, later].every((page) => page.text === 'list')).toBe(true)
  })

  it('makes every page anew once the data changed', async () => {
    const cache = openCache()
    const { make } = counter()
    await cache.find('/courses', '1', make('old'))

    const page = await cache.find('/courses', '2', make('new'))

    expect(page.text).toBe('new')
    expect(cache.size).toBe(1)
  })

  it('does not keep a page whose data changed while it was made', async () => {
    const cache = openCache()
    const { make } = counter()
    const { promise: hold, resolve: release } = Promise.withResolvers<void>()
    const slow = cache.find('/courses', '1', async () => {
      await hold
      return { text: 'stale', isKept: true }
    })
    await cache.find('/other', '2', make('other'))
    release()
    await slow

    const page = await cache.find('/courses', '2', make('fresh'))

    expect(page.text).toBe('fresh')
  })

  it('stays within its bounds however many addresses a stranger makes up', async () => {
    const cache = openCache({ limitInPages: 3 })
    const { made, make } = counter()
    await cache.find('/home', '1', make('home'))
    for (let at = 0; at < 50; at += 1) {
      await cache.find(`/courses?q=${at}`, '1', make(`search ${at}`))
      await cache.find('/home', '1', make('home'))
    }

    expect(cache.size).toBe(3)
    expect(made.filter((text) => text === 'home')).toHaveLength(1)
  })

  it('drops pages by size, too', async () => {
    const cache = openCache({ limitInBytes: 250 })
    const { make } = counter()
    for (const key of ['a', 'b', 'c']) await cache.find(key, '1', make(key.repeat(100)))

    expect(cache.size).toBe(2)
  })

  it('forgets pages that are not to be kept, and pages that failed', async () => {
    const cache = openCache()
    const { made, make } = counter()
    await cache.find('/broken', '1', make('broken', false))
    await expect(
      cache.find('/worse', '1', async () => Promise.reject(new Error('no'))),
    ).rejects.toThrow('no')

    await cache.find('/broken', '1', make('broken', false))
    const page = await cache.find('/worse', '1', make('better'))

    expect(made).toEqual(['broken', 'broken', 'better'])
    expect(page.text).toBe('better')
  })
})
