import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { makeAdmin, makeCourse } from './support/factories.ts'
import { type LaunchedAcademy, launchAcademy } from './support/launch-academy.ts'
import { requireBuild } from './support/require-build.ts'
import { openTestDatabase } from './support/test-database.ts'
import { bearer, beginUpload, idOf, sendBytes } from './support/upload.ts'

requireBuild()
const database = await openTestDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'academy-uploads-'))
const admin = await makeAdmin(database.db)
const course = await makeCourse(database.db)
let running: LaunchedAcademy | undefined
afterAll(async () => {
  await running?.kill()
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
})

const file = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(3_000_000)])

test('an upload goes on after the server was killed, in the middle and at the end, and nothing acknowledged is lost', async () => {
  let { baseUrl } = await start()
  const begun = await beginUpload({ baseUrl }, admin, {
    courseId: course.id,
    sizeInBytes: file.length,
  })
  const id = idOf(begun)

  for (let kills = 0; kills < 1; kills += 1) {
    const from = await askOffset(baseUrl, id)
    sendSlowly(baseUrl, { id, from })
    await delay(100 + 100 * kills)
    const acknowledged = await askOffset(baseUrl, id) // takes the upload over
    await running?.kill()
    ;({ baseUrl } = await start())
    expect(await askOffset(baseUrl, id)).toBeGreaterThanOrEqual(acknowledged)
  }
  const from = await askOffset(baseUrl, id)
  // The last bytes arrive, and the server dies before it has made a file of them, or after.
  const sent = sendBytes({ baseUrl }, admin, { id, from, bytes: file.subarray(from) })
  await Promise.race([sent, delay(15)]).catch(() => undefined)
  await running?.kill()
  await sent.catch(() => undefined)
  ;({ baseUrl } = await start())
  const left = await askOffset(baseUrl, id)
  if (left < file.length) {
    await sendBytes({ baseUrl }, admin, { id, from: left, bytes: file.subarray(left) })
  }

  const answer = await fetch(`${baseUrl}/api/admin/attachments/${id}`, { headers: bearer(admin) })
  expect(await answer.json()).toMatchObject({
    size_in_bytes: file.length,
    sha256: createHash('sha256').update(file).digest('hex'),
  })
})

function sendSlowly(baseUrl: string, { id, from }: { id: string; from: number }): void {
  const sending = request(`${baseUrl}/api/admin/uploads/${id}`, {
    method: 'PATCH',
    headers: {
      ...bearer(admin),
      'content-type': 'application/offset+octet-stream',
      'content-length': file.length - from,
      'upload-offset': String(from),
    },
  })
  sending.on('error', () => undefined) // the server dies
  sending.write(file.subarray(from, from + 700_000))
}

async function askOffset(baseUrl: string, id: string): Promise<number> {
  const head = await fetch(`${baseUrl}/api/admin/uploads/${id}`, {
    method: 'HEAD',
    headers: bearer(admin),
  })
  expect(head.status).toBe(200)
  return Number(head.headers.get('upload-offset'))
}

async function start(): Promise<{ baseUrl: string }> {
  running = await launchAcademy({
    LOG_LEVEL: 'fatal',
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    DATA_DIR: dataDir,
    SEED: 'none',
  })
  return { baseUrl: running.url }
}
