interface Entry<Page> {
  page: Page
  sizeInBytes: number
}

export interface PageCacheOptions<Page> {
  /** Above it, the pages not asked for the longest are dropped. */
  limitInBytes: number
  limitInPages: number
  sizeInBytes: (page: Page) => number
}

export interface PageCache<Page> {
  find: (key: string, version: string, make: () => Promise<Page>) => Promise<Page>
  /** The page if it is kept; makes nothing. */
  findKept: (key: string, version: string) => Page | undefined
  readonly size: number
}

/**
 * Keeps finished pages until the data version changes. Pages asked for at the same time are made
 * once. `isKept` decides which made pages stay; addresses made up by strangers cannot fill memory.
 */
export function createPageCache<Page>(
  options: PageCacheOptions<Page>,
  isKept: (page: Page) => boolean,
): PageCache<Page> {
  const kept = new Map<string, Entry<Page>>()
  const inMaking = new Map<string, Promise<Page>>()
  let keptVersion = ''
  let keptBytes = 0

  const drop = (key: string): void => {
    keptBytes -= kept.get(key)?.sizeInBytes ?? 0
    kept.delete(key)
  }

  const keep = (key: string, page: Page): void => {
    drop(key)
    const entry = { page, sizeInBytes: options.sizeInBytes(page) }
    kept.set(key, entry)
    keptBytes += entry.sizeInBytes
    for (const oldest of kept.keys()) {
      if (keptBytes <= options.limitInBytes && kept.size <= options.limitInPages) break
      drop(oldest)
    }
  }

  /** Which page was asked for last matters only where one may soon have to go. */
  const mustRemember = (): boolean =>
    keptBytes > options.limitInBytes / 2 || kept.size > options.limitInPages / 2

  const moveTo = (version: string): void => {
    if (version === keptVersion) return
    kept.clear()
    inMaking.clear()
    keptBytes = 0
    keptVersion = version
  }

  const start = async (key: string, version: string, make: () => Promise<Page>): Promise<Page> => {
    const page = await make()
    // A page made from data that changed meanwhile answers this request, and no later one.
    if (version === keptVersion && isKept(page)) keep(key, page)
    return page
  }

  const findKept = (key: string, version: string): Page | undefined => {
    moveTo(version)
    const found = kept.get(key)
    if (!found) return undefined
    if (mustRemember()) {
      kept.delete(key) // put back as the one asked for last
      kept.set(key, found)
    }
    return found.page
  }

  return {
    get size() {
      return kept.size
    },
    findKept,
    find: async (key, version, make) => {
      const found = findKept(key, version)
      if (found) return found
      const underway = inMaking.get(key)
      if (underway) return underway
      const making = start(key, version, make).finally(() => {
        if (inMaking.get(key) === making) inMaking.delete(key)
      })
      inMaking.set(key, making)
      return making
    },
  }
}
