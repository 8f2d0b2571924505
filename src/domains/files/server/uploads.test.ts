import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { makeAdmin, makeCourse, makeLearner } from '../../../../tests/support/factories.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import {
  bearer,
  beginUpload,
  idOf,
  sendBytes,
  uploadFile,
} from '../../../../tests/support/upload.ts'
import { createNamedLocks } from '../../../platform/database/named-locks.ts'
import { getAttachment } from '../contract.ts'
import { finishUpload } from './finish-upload.ts'
import { forgetUnfinishedUploads } from './forget-unfinished-uploads.ts'
import { openUploads } from './open-uploads.ts'
import { uploadsFolder } from './uploads.ts'

const server = await startTestServer()
const second = await startTestServer({ beside: server })
const { db } = server
const folder = uploadsFolder(server.settings.dataDir)
const admin = await makeAdmin(db)
const course = await makeCourse(db)
afterAll(async () => {
  await second.close()
  await server.close()
})

const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(300_000)])
const ofCourse = { courseId: course.id, sizeInBytes: pdf.length }

async function offsetOf(id: string, from = server): Promise<number> {
  const head = await fetch(`${from.baseUrl}/api/admin/uploads/${id}`, {
    method: 'HEAD',
    headers: bearer(admin),
  })
  return Number(head.headers.get('upload-offset'))
}

/** Sends the first bytes of an upload and then nothing more, over a connection that stays open. */
async function sendAndStall(id: string, bytes: Buffer) {
  const stalled = request(`${server.baseUrl}/api/admin/uploads/${id}`, {
    method: 'PATCH',
    headers: {
      ...bearer(admin),
      'content-type': 'application/offset+octet-stream',
      'content-length': pdf.length,
      'upload-offset': '0',
    },
  })
  stalled.on('error', () => undefined)
  stalled.on('response', (answer) => answer.resume())
  stalled.write(bytes)
  await vi.waitFor(async () =>
    expect((await stat(join(folder, id))).size).toBeGreaterThan(bytes.length / 2),
  )
  return stalled
}

describe('an administrator uploads a file', () => {
  test('which is then one of the academy, byte for byte', async () => {
    const id = await uploadFile(server, admin, { courseId: course.id, bytes: pdf })

    const file = await server.as(admin)(getAttachment, { params: { id } })
    const sha256 = createHash('sha256').update(pdf).digest('hex')
    expect(file).toMatchObject({
      id,
      course_id: course.id,
      filename: 'Notes.pdf',
      type: 'application/pdf',
      size_in_bytes: pdf.length,
      sha256,
    })
    expect(await server.media.sizeOf(`attachments/${sha256.slice(0, 2)}/${sha256}`)).toBe(
      pdf.length,
    )
    expect(await readdir(folder)).toEqual([])
  })

  test('in parts, through two processes, with a connection that dies in the middle', async () => {
    const id = idOf(await beginUpload(server, admin, ofCourse))
    const stalled = await sendAndStall(id, pdf.subarray(0, 150_000))
    stalled.destroy()
    const from = await vi.waitFor(async () => {
      const offset = await offsetOf(id, second)
      expect(offset).toBeGreaterThan(0)
      return offset
    })

    const rest = await sendBytes(second, admin, { id, from, bytes: pdf.subarray(from) })

    expect(rest.status).toBe(204)
    const file = await server.as(admin)(getAttachment, { params: { id } })
    expect(file.sha256).toBe(createHash('sha256').update(pdf).digest('hex'))
  })

  test('and goes on elsewhere while the old connection hangs half open', async () => {
    const id = idOf(await beginUpload(server, admin, ofCourse))
    const stalled = await sendAndStall(id, pdf.subarray(0, 100_000))

    // Waits until the other process lets go, and asks again where that took too long.
    const from = await vi.waitFor(async () => {
      const offset = await offsetOf(id, second)
      expect(offset).toBeGreaterThan(0)
      return offset
    })
    const rest = await sendBytes(second, admin, { id, from, bytes: pdf.subarray(from) })

    expect(rest.status).toBe(204)
    stalled.destroy()
    const file = await second.as(admin)(getAttachment, { params: { id } })
    expect(file.sha256).toBe(createHash('sha256').update(pdf).digest('hex'))
  })

  test('twice at the same time, and nothing is mixed up', async () => {
    const id = idOf(await beginUpload(server, admin, ofCourse))
    const both = await Promise.all(
      [server, second].map((at) => sendBytes(at, admin, { id, bytes: pdf })),
    )
    // On a busy machine each may take it from the other half-way; whoever asks how much is here goes on.
    if (!both.some(({ status }) => status === 204)) {
      const from = await offsetOf(id)
      both.push(await sendBytes(server, admin, { id, from, bytes: pdf.subarray(from) }))
    }

    expect(both.map(({ status }) => status)).toContain(204)
    const file = await server.as(admin)(getAttachment, { params: { id } })
    expect(file.sha256).toBe(createHash('sha256').update(pdf).digest('hex'))
  })

  test('and asks again what became of it when the last answer was lost', async () => {
    const id = await uploadFile(server, admin, { courseId: course.id, bytes: pdf })

    expect(await offsetOf(id)).toBe(pdf.length)
  })

  test('that was whole when the server died: it is finished by whoever asks for it', async () => {
    const id = idOf(await beginUpload(server, admin, ofCourse))
    await writeFile(join(folder, id), pdf) // as kill -9 leaves it before the file is made of it

    const files = await Promise.all(
      [server, second].map((at) => at.as(admin)(getAttachment, { params: { id } })),
    )
    expect(files.map(({ size_in_bytes }) => size_in_bytes)).toEqual([pdf.length, pdf.length])
  })

  test('and takes it back', async () => {
    const id = idOf(await beginUpload(server, admin, ofCourse))
    const gone = await fetch(`${server.baseUrl}/api/admin/uploads/${id}`, {
      method: 'DELETE',
      headers: bearer(admin),
    })

    expect(gone.status).toBe(204)
    await expect(server.as(admin)(getAttachment, { params: { id } })).rejects.toMatchObject({
      status: 404,
    })
  })

  test('and takes it back while a file is made of it', async () => {
    const { media } = server
    const id = idOf(await beginUpload(server, admin, ofCourse))
    const neverKept = Buffer.concat([pdf.subarray(0, -32), randomBytes(32)])
    await writeFile(join(folder, id), neverKept)
    const deps = { db, locks: createNamedLocks(server.pool), uploads: await openUploads(folder) }
    const sizeOf = async (key: string) => {
      await rm(join(folder, id), { force: true })
      return media.sizeOf(key)
    }

    const made = finishUpload({ ...deps, media: { ...media, sizeOf } }, id)

    await expect(made).resolves.toBeNull()
  })

  test('whose name was a path: only the name stays', async () => {
    const filename = '../../etc/..\\Tabla\u202E notes\r\n.pdf'
    const id = await uploadFile(server, admin, { courseId: course.id, filename, bytes: pdf })

    const file = await server.as(admin)(getAttachment, { params: { id } })
    expect(file.filename).toBe('Tabla notes.pdf')
  })
})

test('a name of any length fits, with its extension', async () => {
  const filename = `${'ताल'.repeat(200)}.pdf`
  const id = await uploadFile(server, admin, { courseId: course.id, filename, bytes: pdf })

  const file = await server.as(admin)(getAttachment, { params: { id } })
  expect(file.filename).toHaveLength(200)
  expect(file.filename).toMatch(/^ताल.*\.pdf$/)
})

describe('a client of the protocol', () => {
  const ask = (path: string, method: string, headers: Record<string, string>, body?: Buffer) =>
    fetch(`${server.baseUrl}/api/admin/uploads${path}`, {
      method,
      headers: { ...bearer(admin), ...headers },
      ...(body && { body: new Uint8Array(body) }),
    })

  test('that can only POST names the method that it means', async () => {
    const id = idOf(await beginUpload(server, admin, ofCourse))
    const send = { 'x-http-method-override': 'PATCH', 'upload-offset': '0' }
    const type = { 'content-type': 'application/offset+octet-stream' }
    const sent = await ask(`/${id}`, 'POST', { ...send, ...type }, pdf)
    const other = idOf(await beginUpload(server, admin, ofCourse))
    const gone = await ask(`/${other}`, 'POST', { 'x-http-method-override': 'DELETE' })

    expect([sent.status, gone.status]).toEqual([204, 204])
    const file = await server.as(admin)(getAttachment, { params: { id } })
    expect(file.size_in_bytes).toBe(pdf.length)
    expect(await readdir(folder)).not.toContain(other)
  })

  test('of another version is told which one is spoken, also of a file that is whole', async () => {
    const id = await uploadFile(server, admin, { courseId: course.id, bytes: pdf })
    const old = { 'tus-resumable': '0.2.2', 'upload-offset': '0' }

    for (const [path, method] of [['', 'POST'] as const, [`/${id}`, 'HEAD'], [`/${id}`, 'PATCH']]) {
      const answer = await ask(path, method, old)

      expect([answer.status, answer.headers.get('tus-version')]).toEqual([412, '1.0.0'])
    }
  })

  test('is offered only what works here', async () => {
    const { headers } = await ask('', 'OPTIONS', {})
    const deferred = await ask('', 'POST', { 'upload-defer-length': '1' })

    expect(headers.get('tus-extension')).toBe('creation,creation-with-upload,termination')
    expect(deferred.status).toBe(501)
  })
})

describe('what does not become a file of the academy', () => {
  test.each([
    ['is too large', { sizeInBytes: 201 * 1024 * 1024 }, 413, /up to 200 MB/],
    ['is of a size beyond everything', { sizeInBytes: 1e15 }, 413, /./],
    ['is empty', { sizeInBytes: 0 }, 400, /empty/],
    ['is a page', { filename: 'page.html' }, 415, /Please choose a PDF/],
    ['is a drawing with scripts', { filename: 'x.svg' }, 415, /Please choose a PDF/],
    ['is a program', { filename: 'setup.exe' }, 415, /Please choose a PDF/],
    ['has no extension', { filename: 'constructor' }, 415, /Please choose a PDF/],
    ['has a name of Object', { filename: 'x.constructor' }, 415, /Please choose a PDF/],
    ['has no name', { filename: '..\\' }, 400, /needs a name/],
    ['is of no known kind', { kind: 'toString' }, 400, /not known/],
    ['is of a course that is not there', { courseId: 'none' }, 404, /course does not exist/],
  ])(
    'what %s is refused with a sentence before a byte is sent',
    async (_, change, status, text) => {
      const answer = await beginUpload(server, admin, { ...ofCourse, ...change })

      expect(answer.status).toBe(status)
      expect(await answer.text()).toMatch(text)
    },
  )

  test.each([
    ['page.pdf', '<!doctype html><script>alert(1)</script>'],
    ['x.png', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['sound.mp3', 'MZ\x90\0'],
    ['notes.txt', 'a\0b'],
    ['report.docx', '%PDF-1.7'],
  ])('%s that is something else is refused and leaves nothing behind', async (filename, text) => {
    const bytes = Buffer.from(text)
    const begun = await beginUpload(server, admin, {
      courseId: course.id,
      filename,
      sizeInBytes: bytes.length,
    })
    const id = idOf(begun)
    const sent = await sendBytes(server, admin, { id, bytes })

    expect(sent.status).toBe(415)
    expect(await sent.text()).toMatch(/Please choose a PDF/)
    expect((await readdir(folder)).filter((name) => name.startsWith(id))).toEqual([])
  })

  test('more bytes than were announced', async () => {
    const id = idOf(await beginUpload(server, admin, { ...ofCourse, sizeInBytes: 1000 }))
    const sent = await sendBytes(server, admin, { id, bytes: pdf })

    expect(sent.status).toBeGreaterThanOrEqual(400)
    expect((await stat(join(folder, id))).size).toBeLessThanOrEqual(1000)
  })

  test.each(['..%2f..%2fsecret', '%00', 'not-an-id', `${crypto.randomUUID()}.json`])(
    'an address that leads elsewhere: %s',
    async (id) => {
      const answer = await sendBytes(server, admin, { id, bytes: pdf })

      expect(answer.status).toBe(404)
    },
  )
})

test.each(['POST', 'HEAD', 'PATCH', 'DELETE', 'OPTIONS'])(
  'only administrators may %s, asked at every request',
  async (method) => {
    const id = idOf(await beginUpload(server, admin, ofCourse))
    const learner = await makeLearner(db)
    const ask = (token: string) =>
      fetch(`${server.baseUrl}/api/admin/uploads/${method === 'POST' ? '' : id}`, {
        method,
        headers: { ...bearer({ token }), 'upload-length': '5', 'upload-offset': '0' },
      })

    expect((await ask('')).status).toBe(401)
    expect((await ask('x'.repeat(43))).status).toBe(401)
    expect((await ask(learner.token)).status).toBe(403)
  },
)

test('a body that drips into an upload without a right is ended', async () => {
  const socket = connect(Number(new URL(server.baseUrl).port), '127.0.0.1')
  const ended = buffer(socket)
  socket.write(
    'POST /api/admin/uploads HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 999999\r\n\r\n{',
  )

  expect((await ended).toString()).toMatch(/^HTTP\/1.1 401 /)
})

test('what nobody goes on with is forgotten after a day, what is under way is not', async () => {
  const old = idOf(await beginUpload(server, admin, ofCourse))
  const present = idOf(await beginUpload(server, admin, ofCourse))
  const dayAgo = new Date(Date.now() - 1.1 * 24 * 3_600_000)
  await utimes(join(folder, old), dayAgo, dayAgo)
  await mkdir(folder, { recursive: true })

  await forgetUnfinishedUploads(folder, async () => [])

  const names = await readdir(folder)
  expect(names.filter((name) => name.startsWith(old))).toEqual([])
  expect(names.filter((name) => name.startsWith(present))).toHaveLength(2)
})

test('locks leave no connection behind', async () => {
  await uploadFile(server, admin, { courseId: course.id, bytes: pdf })

  await expect.poll(() => server.pool.totalCount - server.pool.idleCount).toBe(0)
})
