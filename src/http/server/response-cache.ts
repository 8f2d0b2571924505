import { AsyncLocalStorage } from 'node:async_hooks'
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { ChangeNotices } from '../../platform/database/change-notices.ts'
import { runInLanguage } from '../../platform/languages/run-in-language.ts'
import { PreparedResponse } from './prepared-response.ts'

export interface Made<Value> {
  value: Value
  /** What it hangs on, e.g. `course:ID`, besides what was found in the cache while it was made. */
  tags?: readonly string[]
  sizeInBytes: number
  /** False: answers those who ask now, and nobody later. */
  isKept?: boolean
  /** From when it was begun; unset: as long as nothing changes. */
  keptForInMs?: number
}

/** The one memory for what is made from public rows of the database. */
export interface ResponseCache {
  /**
   * What is kept under the key; else what is being made for others; else what `make` makes. An answer
   * kept under its address (`/courses`) goes out ahead of routing, to anybody who asks for it.
   */
  find<Value extends object>(key: string, make: () => Promise<Made<Value>>): Promise<Value>
  /** Makes nothing. */
  findKept(key: string): PreparedResponse | undefined
  /** Runs a part of a making: hangs on what it found in the cache, on everything if it found nothing. */
  track<Value>(read: () => Promise<Value>): Promise<Value>
  /** Drops everything: what no row of the database tells of has changed. */
  clear(): void
  readonly size: number
}

interface Entry {
  value: object
  tags: ReadonlySet<string>
  sizeInBytes: number
  /** On the clock of `performance.now()`; infinite: as long as nothing changes. */
  keptUntil: number
}

/** What an entry hangs on, gathered while it is made. */
interface Making {
  tags: Set<string>
  keptUntil: number
}

/** Cleared by every change. */
const anything = '*'
const limitInBytes = 96 * 1024 * 1024
/** What the engine takes for an entry with next to nothing in it. */
const overheadInBytes = 500

/** A making that waits until the one before it is over. */
interface Turn {
  hasBegun: boolean
  entry: Promise<Entry>
}

/**
 * Keeps what was made until one of its tags is told to have changed, least recently used last. What
 * changed while it was made answers those who asked before, and is not kept. While changes could be
 * missed, whoever asks gets what is begun after they asked, and shares it with all who wait for that.
 */
export function createResponseCache(
  notices: Pick<ChangeNotices, 'on' | 'isHearing'>,
  maxSize = limitInBytes,
): ResponseCache {
  const keysByTag = new Map<string, Set<string>>()
  const kept = new LRUCache<string, Entry>({
    maxSize,
    sizeCalculation: ({ sizeInBytes }, key) => sizeInBytes + 2 * key.length + overheadInBytes,
    dispose: ({ tags }, key) => {
      for (const tag of tags) {
        const keys = keysByTag.get(tag)
        keys?.delete(key)
        if (keys?.size === 0) keysByTag.delete(tag)
      }
    },
  })
  /** Joined by who asks before the next change. */
  const underWay = new Map<string, Promise<Entry>>()
  /** While changes could be missed: the last of each key. */
  const turns = new Map<string, Turn>()
  /** For each making the tags that changed since it began. */
  const changedSince = new Set<Set<string>>()
  const makings = new AsyncLocalStorage<Making>()

  const clear = (tag: string | null): void => {
    underWay.clear()
    for (const changed of changedSince) changed.add(tag ?? anything)
    if (tag === null) return kept.clear()
    for (const known of [tag, anything]) {
      for (const key of keysByTag.get(known) ?? []) kept.delete(key)
    }
  }
  notices.on(clear)

  const keep = (key: string, entry: Entry): void => {
    const ttl = entry.keptUntil - performance.now()
    if (ttl <= 0) return
    kept.set(key, entry, { ttl: Number.isFinite(ttl) ? Math.ceil(ttl) : 0 }) // 0: no end
    if (!kept.has(key)) return // larger than all that may be kept
    for (const tag of entry.tags) {
      const keys = keysByTag.get(tag) ?? new Set()
      keysByTag.set(tag, keys.add(key))
    }
  }

  const make = async <Value extends object>(
    key: string,
    makeValue: () => Promise<Made<Value>>,
  ): Promise<Entry> => {
    const making = beginMaking()
    const { tags } = making
    const changed = new Set<string>()
    changedSince.add(changed)
    const begunAt = performance.now()
    try {
      // Kept for readers of every language, whoever asks first: a page says its own.
      const made = await makings.run(making, () => runInLanguage(undefined, makeValue))
      for (const tag of made.tags ?? []) tags.add(tag)
      const { value, sizeInBytes, keptForInMs = Number.POSITIVE_INFINITY } = made
      const keptUntil = Math.min(making.keptUntil, begunAt + keptForInMs)
      const entry = { value, tags, sizeInBytes, keptUntil }
      if (made.isKept !== false && !isOutdated(tags, changed)) keep(key, entry)
      return entry
    } finally {
      changedSince.delete(changed)
    }
  }

  /** The next making that begins from now on; one of a key is under way at a time. */
  const joinNext = async <Value extends object>(
    key: string,
    makeValue: () => Promise<Made<Value>>,
  ): Promise<Entry> => {
    const last = turns.get(key)
    if (last && !last.hasBegun) return last.entry
    const begin = async (): Promise<Entry> => {
      turn.hasBegun = true
      return make(key, makeValue).finally(() => {
        if (turns.get(key) === turn) turns.delete(key)
      })
    }
    const turn = { hasBegun: false, entry: Promise.resolve(last?.entry).then(begin, begin) }
    turns.set(key, turn)
    return turn.entry
  }

  const findEntry = async <Value extends object>(
    key: string,
    makeValue: () => Promise<Made<Value>>,
  ): Promise<Entry> => {
    if (!notices.isHearing()) return joinNext(key, makeValue)
    const found = kept.get(key) ?? underWay.get(key)
    if (found) return found
    const making = make(key, makeValue).finally(() => {
      if (underWay.get(key) === making) underWay.delete(key)
    })
    underWay.set(key, making)
    return making
  }

  /** What is made from something that ends ends no later. */
  const hangOn = (tags: Iterable<string>, keptUntil: number): void => {
    const outer = makings.getStore()
    if (!outer) return
    for (const tag of tags) outer.tags.add(tag)
    outer.keptUntil = Math.min(outer.keptUntil, keptUntil)
  }

  return {
    find: async <Value extends object>(key: string, makeValue: () => Promise<Made<Value>>) => {
      const { value, tags, keptUntil } = await findEntry(key, makeValue)
      hangOn(tags, keptUntil)
      return value as Value // each key has one maker
    },
    findKept: (key) => {
      const value = notices.isHearing() ? kept.get(key)?.value : undefined
      return value instanceof PreparedResponse ? value : undefined
    },
    track: async (read) => {
      const part = beginMaking()
      try {
        return await makings.run(part, read)
      } finally {
        hangOn(part.tags.size > 0 ? part.tags : [anything], part.keptUntil)
      }
    },
    clear: () => clear(null),
    get size() {
      return kept.size
    },
  }
}

function beginMaking(): Making {
  return { tags: new Set(), keptUntil: Number.POSITIVE_INFINITY }
}

/** Where an answer lies that is only for who sends this header; neither of them is kept, however long. */
export function privateKey(url: string, authorization: string): string {
  return `private ${hash('sha256', `${authorization} ${url}`, 'base64url')}`
}

function isOutdated(tags: ReadonlySet<string>, changed: ReadonlySet<string>): boolean {
  if (changed.has(anything) || (tags.has(anything) && changed.size > 0)) return true
  return !tags.isDisjointFrom(changed)
}
