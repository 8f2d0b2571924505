import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { runInLanguage } from '../../platform/languages/run-in-language.ts'
import { languageTag } from '../../shared/i18n/language.ts'
import { createResponseCache, type Made, type ResponseCache } from './response-cache.ts'

interface Page {
  text: string
}

let change: (tag: string | null) => void
let isHearing = true
let cache: ResponseCache
let made: string[]

function openCache(limitInBytes = 1_000_000): ResponseCache {
  return createResponseCache(
    { on: (listener) => (change = listener), isHearing: () => isHearing },
    limitInBytes,
  )
}

beforeEach(() => {
  isHearing = true
  made = []
  cache = openCache()
})

/** Notes how often each page is really made. */
function page(text: string, plan: Partial<Made<Page>> = {}): () => Promise<Made<Page>> {
  return async () => {
    made.push(text)
    return { value: { text }, sizeInBytes: text.length, ...plan }
  }
}

describe('the response cache', () => {
  it('makes what it keeps for all readers in the language of none of them', async () => {
    const hindi = {
      code: 'hi',
      tag: 'hi-IN',
      name: '',
      direction: 'ltr' as const,
      messages: new Map(),
    }
    const tell = async () => ({ value: { text: languageTag() }, sizeInBytes: 5 })

    const { text } = await runInLanguage(hindi, () => cache.find('/courses', tell))

    expect(text).toBe('en-IN')
  })

  it('makes an answer once for all who ask until something it hangs on changes', async () => {
    const plan = { tags: ['courses'] }
    const answers = await Promise.all([
      cache.find('/courses', page('list', plan)),
      cache.find('/courses', page('list', plan)),
    ])
    change('course:other')
    await cache.find('/courses', page('list', plan))
    change('courses')
    await cache.find('/courses', page('new list', plan))

    expect(made).toEqual(['list', 'new list'])
    expect(answers.map(({ text }) => text)).toEqual(['list', 'list'])
  })

  it('counts how long an answer holds from before it was made, however late it comes', async () => {
    await cache.find('/offer', async () => {
      const before = await page('before', { keptForInMs: 30 })()
      await delay(60)
      return before
    })

    expect((await cache.find('/offer', page('after'))).text).toBe('after')
  })

  it('keeps what hangs on nothing that changed', async () => {
    await cache.find('/a', page('a', { tags: ['course:a'] }))
    await cache.find('/b', page('b', { tags: ['course:b'] }))

    change('course:a')

    await cache.find('/b', page('b again'))
    expect(cache.size).toBe(1)
    expect(made).toEqual(['a', 'b'])
  })

  it('makes everything anew when anything may have changed', async () => {
    await cache.find('/a', page('a', { tags: ['course:a'] }))
    await cache.find('/legal', page('terms'))

    change(null)

    expect(cache.size).toBe(0)
  })

  it('lets an answer hang on the answers that it was made from, also when those were kept', async () => {
    const list = () => cache.find('list', page('list', { tags: ['courses'] }))
    const home = (text: string) =>
      cache.find('/', async () => {
        await cache.track(list)
        return page(text)()
      })
    await list()
    await home('home')
    await home('home again')

    change('courses')

    expect((await home('home anew')).text).toBe('home anew')
    expect(made).toEqual(['list', 'home', 'list', 'home anew'])
  })

  it('lets an answer hang on everything if what it was made from names nothing', async () => {
    await cache.find('/', async () => {
      await cache.track(async () => 'read past the cache')
      return page('home')()
    })

    change('course:any')

    expect(cache.size).toBe(0)
  })

  it('does not keep what changed while it was made, nor hand it to who asks after the change', async () => {
    const { promise: hold, resolve: release } = Promise.withResolvers<void>()
    const slow = cache.find('/courses', async () => {
      await hold
      return page('stale', { tags: ['courses'] })()
    })
    change('courses')
    const after = await cache.find('/courses', page('fresh', { tags: ['courses'] }))
    release()
    await slow

    expect(after.text).toBe('fresh')
    expect((await cache.find('/courses', page('fresher'))).text).toBe('fresh')
  })

  it('answers nothing from memory while changes could be missed', async () => {
    await cache.find('/courses', page('list', { tags: ['courses'] }))
    isHearing = false
    const deaf = await cache.find('/courses', page('read again', { tags: ['courses'] }))

    expect(deaf.text).toBe('read again')
    expect(cache.findKept('/courses')).toBeUndefined()
  })

  it('makes one answer at a time for all who ask while changes could be missed', async () => {
    isHearing = false
    const makings: PromiseWithResolvers<void>[] = []
    const ask = () =>
      cache.find('/courses', async () => {
        const held = Promise.withResolvers<void>()
        makings.push(held)
        await held.promise
        return page(`list ${makings.indexOf(held)}`)()
      })
    const first = ask()
    await expect.poll(() => makings.length).toBe(1)
    const rest = Array.from({ length: 300 }, ask)
    makings[0]?.resolve()
    await first
    await expect.poll(() => makings.length).toBe(2)
    makings[1]?.resolve()

    expect(new Set((await Promise.all(rest)).map(({ text }) => text))).toEqual(new Set(['list 1']))
    expect(made).toEqual(['list 0', 'list 1'])
  })

  it('hands nobody what was read before the last change they could know of', async () => {
    const event = fc.constantFrom('ask', 'ask', 'finish', 'fail', 'change', 'hear', 'miss')
    await fc.assert(fc.asyncProperty(fc.array(event, { maxLength: 40 }), keepsUpToDate))
  })

  it('drops what was not asked for the longest, by size', async () => {
    cache = openCache(4_000)
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) {
      await cache.find('/home', page('home'))
      await cache.find(`/${key}`, page(key.repeat(500)))
    }

    expect(cache.size).toBeLessThan(6)
    expect(made.filter((text) => text === 'home')).toHaveLength(1)
  })

  it('forgets what is not to be kept, what is too large, and what failed', async () => {
    cache = openCache(4_000)
    await cache.find('/broken', page('broken', { isKept: false }))
    await cache.find('/large', page('large', { sizeInBytes: 5_000, tags: ['courses'] }))
    const worse = cache.find('/worse', async () => Promise.reject(new Error('no')))
    await expect(worse).rejects.toThrow('no')

    expect(cache.size).toBe(0)
    expect((await cache.find('/worse', page('better'))).text).toBe('better')
  })
})

/**
 * Plays the events in turn: what is written while notices are missed is told once they are heard
 * again. Whoever asks must get what stood then, or later; and while notices are missed, no more than
 * one making is under way besides what was begun before.
 */
async function keepsUpToDate(events: string[]): Promise<void> {
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
  isHearing = true
  cache = openCache()
  let stands = 0
  let missed = false
  let underWay = 0
  let mostUnderWay = 0
  const makings: PromiseWithResolvers<void>[] = []
  const asked: Promise<void>[] = []
  const makeList = async (): Promise<Made<{ read: number }>> => {
    const read = stands
    const isDeaf = !isHearing
    if (isDeaf) mostUnderWay = Math.max(mostUnderWay, (underWay += 1))
    const held = Promise.withResolvers<void>()
    makings.push(held)
    await held.promise.finally(() => {
      if (isDeaf) underWay -= 1
    })
    return { value: { read }, sizeInBytes: 1, tags: ['courses'] }
  }
  const ask = async (): Promise<void> => {
    const before = stands
    const broken = { read: Number.POSITIVE_INFINITY }
    const { read } = await cache.find('/courses', makeList).catch(() => broken)
    expect(read).toBeGreaterThanOrEqual(before)
  }
  const play: Record<string, () => void> = {
    ask: () => void asked.push(ask()),
    finish: () => makings.shift()?.resolve(),
    fail: () => makings.shift()?.reject(new Error('no database')),
    change: () => {
      stands += 1
      if (isHearing) change('courses')
      else missed = true
    },
    hear: () => {
      if (missed) change(null)
      missed = false
      isHearing = true
    },
    miss: () => {
      isHearing = false
    },
  }
  for (const event of events) {
    play[event]?.()
    await settled()
  }
  while (makings.length > 0) {
    makings.shift()?.resolve()
    await settled()
  }
  await Promise.all(asked)
  expect(mostUnderWay).toBeLessThanOrEqual(1)
}
