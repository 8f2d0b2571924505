import { hasLoggedOut } from '../../../../ui/session.ts'
import { hasFiles, type KeptFile, type KeptLesson } from './kept-lesson.ts'

type ChunkKey = [lessonId: string, file: string, number: number]
type Stores = Record<'lessons' | 'keys' | 'chunks', IDBObjectStore>

export type KeptStore = Awaited<ReturnType<typeof openKeptStore>>

/**
 * What of lessons lies on this device, in the browser's own database: the lessons, their keys, and the
 * encrypted chunks of their files. What is there of anybody else goes first. The service worker reads
 * the same (`src/http/web/run-service-worker.ts`), and removes all of it at log-out.
 */
export async function openKeptStore(learnerId: string) {
  const request = indexedDB.open('kept-lessons', 1)
  request.addEventListener('upgradeneeded', () => {
    const db = request.result
    db.createObjectStore('lessons', { keyPath: 'id' })
    db.createObjectStore('keys')
    db.createObjectStore('chunks')
  })
  const db = await answerOf(request)
  db.addEventListener('versionchange', () => db.close())
  const write = (change: (stores: Stores) => void) =>
    new Promise<void>((resolve, reject) => {
      if (hasLoggedOut(learnerId)) throw new DOMException('Logged out', 'AbortError')
      const names = ['lessons', 'keys', 'chunks'] as const
      const transaction = db.transaction(names, 'readwrite')
      const [lessons, keys, chunks] = names.map((name) => transaction.objectStore(name))
      transaction.addEventListener('complete', () => resolve())
      const fail = () => reject(transaction.error ?? new DOMException('Aborted', 'AbortError'))
      transaction.addEventListener('abort', fail)
      if (lessons && keys && chunks) change({ lessons, keys, chunks })
    })
  const read = <Value>(name: string, ask: (store: IDBObjectStore) => IDBRequest<Value>) =>
    answerOf(ask(db.transaction(name).objectStore(name)))
  const list = (): Promise<KeptLesson[]> => read('lessons', (store) => store.getAll())

  const others = (await list()).filter((lesson) => lesson.learnerId !== learnerId)
  if (others.length > 0) {
    await write((stores) => {
      for (const store of Object.values(stores)) store.clear()
    })
  }

  return {
    list,
    close: () => db.close(),
    readKey: (id: string): Promise<CryptoKey | undefined> => read('keys', (store) => store.get(id)),
    save: (lesson: KeptLesson, key: CryptoKey) => write((stores) => put(stores, lesson, key)),
    remove: (id: string) => write((stores) => remove(stores, id)),
    /**
     * Puts another in the place of a lesson that was read, null: removes it, but only if nobody has
     * changed or removed it since, on this page or another. False: somebody has.
     */
    replace: async (
      before: KeptLesson,
      after: KeptLesson | null,
      key?: CryptoKey,
    ): Promise<boolean> => {
      let isSame = false
      await write((stores) => {
        const request = stores.lessons.get(before.id)
        request.addEventListener('success', () => {
          isSame = JSON.stringify(request.result) === JSON.stringify(before)
          if (isSame && after) put(stores, after, key)
          else if (isSame) remove(stores, before.id)
        })
      })
      return isSame
    },
    listChunks: async (id: string, file: string): Promise<number[]> => {
      const range = IDBKeyRange.bound([id, file], [id, file, []])
      const keys = await read('chunks', (store) => store.getAllKeys(range))
      return (keys as ChunkKey[]).map(([, , number]) => number)
    },
    readChunk: (...key: ChunkKey): Promise<Uint8Array<ArrayBuffer> | undefined> =>
      read('chunks', (store) => store.get(key)),
    /** Refused once the lesson is gone or consists of other files: another page may have seen to that. */
    putChunk: (key: ChunkKey, chunk: Uint8Array, files: KeptFile[]) =>
      write(({ lessons, chunks }) => {
        const request: IDBRequest<KeptLesson | undefined> = lessons.get(key[0])
        request.addEventListener('success', () => {
          if (hasFiles(request.result, files)) chunks.put(chunk, key)
          else lessons.transaction.abort()
        })
      }),
  }
}

function put({ lessons, keys }: Stores, lesson: KeptLesson, key?: CryptoKey): void {
  lessons.put(lesson)
  if (key) keys.put(key, lesson.id)
}

function remove({ lessons, keys, chunks }: Stores, id: string): void {
  lessons.delete(id)
  keys.delete(id)
  chunks.delete(IDBKeyRange.bound([id], [id, []]))
}

function answerOf<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })
}
