import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chunkInBytes, decryptChunk, encryptChunk, importKey } from './encrypt-chunk.ts'
import { fetchFiles, isWhole } from './fetch-files.ts'
import { type KeptFile, lossOf } from './kept-lesson.ts'

/** As WebCrypto tells that a text is not what it was. */
const refusal = { name: 'OperationError' }
const key = await importKey(Buffer.alloc(32, 7).toString('base64url'))

test('a chunk is read in its own place, whole and by its own key alone', async () => {
  const bytes = fc.uint8Array({ maxLength: 500 })
  await fc.assert(
    fc.asyncProperty(bytes, fc.nat(), async (drawn, at) => {
      const plain = Uint8Array.from(drawn)
      const chunk = await encryptChunk(key, 'a/b film 1', plain)
      const changed = chunk.slice()
      changed[at % chunk.length] = (changed[at % chunk.length] ?? 0) ^ 1
      const other = await importKey(Buffer.alloc(32, 8).toString('base64url'))

      expect(await decryptChunk(key, 'a/b film 1', chunk)).toEqual(plain)
      await expect(decryptChunk(key, 'a/b film 2', chunk)).rejects.toMatchObject(refusal)
      await expect(decryptChunk(key, 'a/b film 1', changed)).rejects.toMatchObject(refusal)
      await expect(decryptChunk(other, 'a/b film 1', chunk)).rejects.toMatchObject(refusal)
    }),
    { numRuns: 50 },
  )
})

test('no script takes the key out of the browser again', async () => {
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow('not extractable')
})

test('ended at any chunk, fetching goes on there: none twice, none missing', async () => {
  const lengths = fc.array(fc.integer({ min: 1, max: 3 * chunkInBytes }), {
    minLength: 1,
    maxLength: 3,
  })
  const ends = fc.array(fc.nat({ max: 4 }), { maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(lengths, ends, async (sizes, endsAfter) => {
      const files = sizes.map((sizeInBytes, index): KeptFile => {
        return { name: `file-${index}`, type: 'video/mp4', sizeInBytes, label: '' }
      })
      const { store, chunks } = makeStore()
      const fetched: string[] = []
      const fetchUntil = (left: number) =>
        fetchFiles(
          { id: 'a/b', files },
          {
            store,
            key,
            fetchPart: async ({ name }, from, to) => {
              if (left === 0) throw new Error('killed')
              left -= 1
              fetched.push(`${name} ${from}`)
              return new Uint8Array(to + 1 - from).fill(from / chunkInBytes + 1)
            },
          },
        )

      for (const left of endsAfter) await fetchUntil(left).catch(() => undefined)
      await fetchUntil(-1)

      expect(new Set(fetched).size).toBe(fetched.length)
      expect(await isWhole({ id: 'a/b', files }, store)).toBe(true)
      for (const { name, sizeInBytes } of files) {
        let length = 0
        for (let number = 0; length < sizeInBytes; number += 1) {
          const place = ['a/b', name, number].join(' ')
          const plain = await decryptChunk(key, place, chunks.get(place) ?? new Uint8Array())
          expect(plain.at(-1)).toBe(number + 1)
          length += plain.length
        }
        expect(length).toBe(sizeInBytes)
      }
    }),
    { numRuns: 20 },
  )
})

test('what was given up leaves nothing behind that was on its way', async () => {
  const files = [{ name: 'film', type: 'video/mp4', sizeInBytes: 3, label: '' }]
  const { store, chunks } = makeStore()
  const closing = new AbortController()
  const fetchPart = async () => {
    closing.abort()
    return new Uint8Array(3)
  }

  await expect(
    fetchFiles({ id: 'a/b', files }, { store, key, fetchPart, signal: closing.signal }),
  ).rejects.toMatchObject({ name: 'AbortError' })
  expect(chunks.size).toBe(0)
})

test('what lacks one chunk is not whole', async () => {
  const files = [{ name: 'film', type: 'video/mp4', sizeInBytes: chunkInBytes + 1, label: '' }]
  const { store } = makeStore()
  await store.putChunk(['a/b', 'film', 1], new Uint8Array([1]))

  expect(await isWhole({ id: 'a/b', files }, store)).toBe(false)
})

test('a kept lesson goes after forty days, with another film and by the academy’s word, and not before', () => {
  const now = new Date('2026-11-25T10:00:00Z')
  const lesson = { filmId: 'one', keepUntil: '2026-11-25T10:00:01Z' }
  const over = { filmId: 'one', keepUntil: '2026-11-25T10:00:00Z' }

  expect(lossOf(lesson, null, now)).toBeNull()
  expect(lossOf(over, null, now)).toBe('expired')
  expect(lossOf(over, { film_id: 'one' }, now)).toBeNull()
  expect(lossOf(lesson, { film_id: 'two' }, now)).toBe('replaced')
  expect(lossOf(lesson, 'refused', now)).toBe('refused')
})

function makeStore() {
  const chunks = new Map<string, Uint8Array<ArrayBuffer>>()
  return {
    chunks,
    store: {
      listChunks: async (id: string, file: string) =>
        [...chunks.keys()]
          .filter((place) => place.startsWith(`${id} ${file} `))
          .map((place) => Number(place.split(' ').at(-1))),
      putChunk: async (place: [string, string, number], chunk: Uint8Array) => {
        chunks.set(place.join(' '), Uint8Array.from(chunk))
      },
    },
  }
}
