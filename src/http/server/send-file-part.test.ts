import { randomBytes } from 'node:crypto'
import { mkdtemp, open, readdir, readlink, rm, truncate, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { respondWithProblems } from './respond-with-problems.ts'
import { sendFilePart } from './send-file-part.ts'

const folder = await mkdtemp(join(tmpdir(), 'academy-send-'))
const path = join(folder, 'film')
const bytes = randomBytes(4_000_000)
await writeFile(path, bytes)
const told = { sizeInBytes: bytes.length }

const app = fastify()
respondWithProblems(app)
app.get<{ Querystring: { from: string; file?: string } }>('/', async (asked, reply) => {
  const from = Number(asked.query.from)
  reply.code(206).header('content-length', told.sizeInBytes - from)
  const file = join(folder, asked.query.file ?? 'film')
  return sendFilePart(reply, file, { from, to: told.sizeInBytes - 1 })
})
const url = await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

async function listOpenFilms(): Promise<string[]> {
  const links = await readdir('/proc/self/fd').catch(() => [])
  const paths = await Promise.all(
    links.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  )
  return paths.filter((one) => one.startsWith(folder))
}

test('many readers, quick and slow, each get their own bytes', async () => {
  const read = async (place: number): Promise<boolean> => {
    const from = place * 7_777
    const answer = await fetch(`${url}/?from=${from}`)
    expect(answer.status).toBe(206)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    const pieces: Uint8Array[] = []
    for await (const piece of answer.body ?? []) {
      pieces.push(piece)
      if (place % 3 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    return Buffer.concat(pieces).equals(bytes.subarray(from))
  }
  const isRight = await Promise.all(Array.from({ length: 40 }, (_, place) => read(place)))

  expect(isRight).toEqual(Array(40).fill(true))
  await expect.poll(listOpenFilms).toEqual([])
})

test('who hangs up in the middle leaves no file open', async () => {
  await new Promise<void>((resolve) => {
    const asking = request(`${url}/?from=0`, (answer) => {
      answer.once('data', () => {
        asking.destroy()
        resolve()
      })
    })
    asking.on('error', () => undefined)
    asking.end()
  })

  await expect.poll(listOpenFilms).toEqual([])
})

test('a file that is shorter than it was breaks the connection: half of it is not taken for all', async () => {
  const short = join(folder, 'short')
  await (await open(short, 'w')).close()
  await truncate(short, 1_000_000)
  const answer = await fetch(`${url}/?from=0&file=short`)

  await expect(answer.arrayBuffer()).rejects.toThrow(/terminated/)
  await expect.poll(listOpenFilms).toEqual([])
})

test('a file that is not there is told so', async () => {
  expect((await fetch(`${url}/?from=0&file=gone`)).status).toBe(404)
})
