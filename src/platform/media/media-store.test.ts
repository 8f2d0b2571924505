import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { startS3StandIn } from '../../../tests/support/s3-stand-in.ts'
import { contentDisposition } from './content-disposition.ts'
import { keepInFolder } from './keep-in-folder.ts'
import { partInBytesFor } from './keep-in-s3.ts'
import { openMediaStore } from './open-media-store.ts'
import { storageTroubleOf } from './storage-error.ts'

const folder = await mkdtemp(join(tmpdir(), 'academy-media-'))
const standIn = await startS3StandIn()
afterAll(async () => {
  await standIn.close()
  await rm(folder, { recursive: true, force: true })
})

const s3Settings = {
  kind: 's3' as const,
  bucket: 'films',
  prefix: 'academy/',
  region: 'auto',
  endpoint: standIn.url,
  accessKeyId: 'key',
  secretAccessKey: 'secret',
}
const stores = {
  'a folder': keepInFolder(folder),
  'an S3 store': await openMediaStore(s3Settings),
}

function breakOff(): Readable {
  return Readable.from(
    (async function* () {
      yield Buffer.alloc(1024)
      throw new Error('cut off')
    })(),
  )
}

describe.each(Object.entries(stores))('in %s', (_name, store) => {
  const text = { type: 'text/plain' }

  async function readWhole(key: string): Promise<string | null> {
    const found = await store.read(key)
    return found && (await buffer(found.stream)).toString()
  }

  test('a file is there as it was written, with its size and type', async () => {
    await store.write('a/first.txt', Buffer.from('Namaste'), { type: 'text/plain; charset=utf-8' })

    const found = await store.read('a/first.txt')
    expect(found).toMatchObject({ sizeInBytes: 7, type: 'text/plain; charset=utf-8' })
    expect(found && (await buffer(found.stream)).toString()).toBe('Namaste')
    expect(await store.sizeOf('a/first.txt')).toBe(7)
  })

  test('a file of this machine comes in whole, and stays where it was', async () => {
    const source = join(folder, 'uploaded')
    await writeFile(source, 'a film')
    await store.writeFrom(source, 'a/film', { type: 'video/mp4' })
    await writeFile(join(folder, 'other'), 'another')
    await store.writeFrom(join(folder, 'other'), 'a/film', { type: 'video/mp4' })

    expect(await readWhole('a/film')).toBe('another')
    expect(await store.sizeOf('a/film')).toBe(7)
    expect(await readFile(source, 'utf8')).toBe('a film')
    const path = store.pathOf('a/film')
    expect(path === null || (await readFile(path, 'utf8'))).toBeOneOf([true, 'another'])
    await expect(
      store.writeFrom(join(folder, 'missing'), 'a/film', { type: 'video/mp4' }),
    ).rejects.toThrow(/ENOENT/)
    expect(await readWhole('a/film')).toBe('another')
  })

  test('the same file of this machine once more leaves nothing beside it', async () => {
    const source = join(folder, 'uploaded')
    await writeFile(source, 'a file')
    for (let times = 0; times < 2; times += 1) await store.writeFrom(source, 'twice/file', text)

    expect(await readWhole('twice/file')).toBe('a file')
    const path = store.pathOf('twice/file')
    expect(path === null ? [] : await partsIn(dirname(path))).toEqual([])
  })

  test('an empty file and a large one out of a stream are files too', async () => {
    const large = Buffer.alloc(18 * 1024 * 1024, 'abcdefg')
    await store.write('empty', Buffer.alloc(0), text)
    await store.write('large', Readable.from([large.subarray(0, 5), large.subarray(5)]), text)

    expect(await readWhole('empty')).toBe('')
    expect(await store.sizeOf('empty')).toBe(0)
    const found = await store.read('large')
    expect(found && large.equals(await buffer(found.stream))).toBe(true)
  })

  test.each([
    [{ from: 0, to: 2 }, 'abc'],
    [{ from: 3 }, 'defghij'],
    [{ from: 8, to: 400 }, 'ij'],
    [{ from: 9, to: 9 }, 'j'],
  ])('a part is read alone: %j', async (range, expected) => {
    await store.write('ten', Buffer.from('abcdefghij'), text)

    const found = await store.read('ten', range)
    expect(found?.sizeInBytes).toBe(10)
    expect(found && (await buffer(found.stream)).toString()).toBe(expected)
  })

  test('a part behind the end is refused', async () => {
    await store.write('ten', Buffer.from('abcdefghij'), text)

    await expect(store.read('ten', { from: 10 })).rejects.toThrow(RangeError)
  })

  test('what is not there is null, and can be removed all the same', async () => {
    expect(await store.read('none')).toBeNull()
    expect(await store.sizeOf('none')).toBeNull()
    await expect(store.remove('none')).resolves.toBeUndefined()
  })

  test('keys are listed by how they begin, and those below a folder are not among them', async () => {
    const keys = ['list-1', 'list-2', 'list-3', 'list-4', 'list-5']
    for (const key of [...keys, 'other', 'list-x/6']) await store.write(key, Buffer.from('x'), text)

    expect((await store.list('list-')).toSorted()).toEqual(keys)
    expect(await store.list('nothing-')).toEqual([])
  })

  test('what was removed is gone', async () => {
    await store.write('b/gone', Buffer.from('x'), text)
    await store.remove('b/gone')

    expect(await store.read('b/gone')).toBeNull()
  })

  test('a write that breaks off leaves what was there', async () => {
    await store.write('kept', Buffer.from('old'), text)
    await expect(store.write('kept', breakOff(), { type: 'image/png' })).rejects.toThrow('cut off')
    expect(await readWhole('kept')).toBe('old')
    const kept = await store.read('kept')
    expect(kept?.type).toBe('text/plain')
    kept?.stream.destroy()
  })

  test.each(['../x', 'a/../../x', '/etc/passwd', 'a//b', '.hidden', 'a/.b', '', 'a\0b', 'a\\b'])(
    'no key leads out of it: %j',
    async (key) => {
      const refusal = 'Not a key of the media store'
      await expect(store.write(key, Buffer.from('x'), text)).rejects.toThrow(refusal)
      await expect(store.read(key)).rejects.toThrow(refusal)
      await expect(store.sizeOf(key)).rejects.toThrow(refusal)
      await expect(store.remove(key)).rejects.toThrow(refusal)
    },
  )
})

test('a store of parts gets as many as it takes, however large the file is', async () => {
  const store = await openMediaStore(s3Settings)
  const content = Buffer.alloc(20 * 1024 * 1024)
  const about = { type: 'application/octet-stream', sizeInBytes: 150e9 }
  await store.write('night', Readable.from([content]), about)
  expect(standIn.objects.get('/films/academy/night')).toMatchObject({ parts: 2 })
  await store.write('night', Readable.from([content]), { type: about.type })
  expect(standIn.objects.get('/films/academy/night')).toMatchObject({ parts: 3 })

  fc.assert(
    fc.property(fc.integer({ min: 0, max: 5 * 1024 ** 4 }), (sizeInBytes) => {
      const partInBytes = partInBytesFor(sizeInBytes)
      expect(Math.ceil(sizeInBytes / partInBytes)).toBeLessThanOrEqual(10_000)
      expect(partInBytes).toBeGreaterThanOrEqual(8 * 1024 * 1024)
    }),
  )
})

test('a folder keeps nothing of a write that broke off, and gives no links', async () => {
  const store = stores['a folder']
  await expect(store.write('c/file', breakOff(), { type: 'text/plain' })).rejects.toThrow('cut off')

  expect(await readdir(join(folder, 'c'))).toEqual([])
  expect(await store.linkFor('c/file', { expiresInSeconds: 60 })).toBeNull()
})

test('what killed writers left is removed, and whole files stay', async () => {
  const folderStore = stores['a folder']
  const s3 = stores['an S3 store']
  await folderStore.write('kill-whole', Buffer.from('x'), { type: 'text/plain' })
  await killWhileWriting('kill-half')
  await killWhileWriting('other-half')
  expect(await partsIn(folder)).toHaveLength(2)
  const begin = `${standIn.url}/films/academy/kill-half?uploads`
  await fetch(begin, { method: 'POST', headers: { authorization: 'any' } })
  expect(standIn.uploads.size).toBe(1)

  await folderStore.removeUnfinished('kill-')
  await s3.removeUnfinished('other-')
  expect(standIn.uploads.size).toBe(1)
  await s3.removeUnfinished('kill-')

  expect(standIn.uploads.size).toBe(0)
  // Another academy's may be under way.
  expect(await partsIn(folder)).toEqual([expect.stringMatching(/^\.other-half\./)])
  expect(await folderStore.sizeOf('kill-whole')).toBe(1)
  expect(await folderStore.list('kill-')).toEqual(['kill-whole'])
})

test('an S3 store gives links that open the one file, under its name, until they expire', async () => {
  const store = stores['an S3 store']
  await store.write('d/notes.pdf', Buffer.from('%PDF'), { type: 'application/pdf' })

  const link = await store.linkFor('d/notes.pdf', { expiresInSeconds: 60, filename: 'Notes.pdf' })

  const answer = await fetch(link ?? '')
  expect(await answer.text()).toBe('%PDF')
  expect(answer.headers.get('content-disposition')).toContain('filename="Notes.pdf"')
  expect(new URL(link ?? '').searchParams.get('X-Amz-Expires')).toBe('60')
  expect(new URL(link ?? '').searchParams.get('X-Amz-Signature')).toMatch(/^[0-9a-f]{64}$/)
})

test('an S3 store that stumbles is asked again; one that is down is no missing file', async () => {
  const store = stores['an S3 store']
  await store.write('e', Buffer.from('x'), { type: 'text/plain' })

  standIn.failNext({ status: 503, times: 1 })
  expect(await store.sizeOf('e')).toBe(1)
  standIn.failNext({ status: 503, times: 3 })
  await expect(store.read('e')).rejects.toThrow('InternalError')
  standIn.failNext({ status: 403, times: 1 })
  await expect(store.read('e')).rejects.toThrow('InternalError')
})

test('a folder that cannot be one stops the start with a sentence', async () => {
  await writeFile(join(folder, 'a-file'), '')

  await expect(
    openMediaStore({ kind: 'files', folder: join(folder, 'a-file', 'media') }),
  ).rejects.toThrow(/\(MEDIA_URL\) cannot be written: .+\.$/)
})

test('a name with quotes, line ends or other scripts stays a name', () => {
  expect(contentDisposition('a"b\r\nX: y/..\\c')).toBe(
    `attachment; filename="a_b__X: y_.._c"; filename*=UTF-8''a%22b__X%3A%20y_.._c`,
  )
  expect(contentDisposition('राग.pdf')).toBe(
    `attachment; filename="___.pdf"; filename*=UTF-8''%E0%A4%B0%E0%A4%BE%E0%A4%97.pdf`,
  )
})

/** A process of its own, ended as kill -9 does in the middle of a file. */
async function killWhileWriting(key: string): Promise<void> {
  const place = new URL('./keep-in-folder.ts', import.meta.url).href
  const program = `
    import { Readable } from 'node:stream'
    import { keepInFolder } from ${JSON.stringify(place)}
    async function* half() {
      yield Buffer.alloc(200_000, 'x')
      await new Promise((resolve) => setTimeout(resolve, 50))
      process.kill(process.pid, 'SIGKILL')
      await new Promise(() => setTimeout(() => undefined, 60_000))
    }
    await keepInFolder(${JSON.stringify(folder)}).write(
      ${JSON.stringify(key)}, Readable.from(half()), { type: 'text/plain' })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'ignore' })
  const [, signal] = await once(child, 'close')
  expect(signal).toBe('SIGKILL')
}

async function partsIn(path: string): Promise<string[]> {
  return (await readdir(path)).filter((name) => name.endsWith('.part'))
}

test('what is wrong with ourselves is not called a store that is away', async () => {
  const secretAccessKey = undefined as unknown as string
  const unsigned = await openMediaStore({ ...s3Settings, secretAccessKey })

  await expect(unsigned.sizeOf('a')).rejects.toSatisfy((error) => storageTroubleOf(error) === null)
  const nowhere = await openMediaStore({ ...s3Settings, endpoint: 'http://127.0.0.1:9' })
  await expect(nowhere.sizeOf('a')).rejects.toSatisfy((error) => storageTroubleOf(error) === 'away')
})
