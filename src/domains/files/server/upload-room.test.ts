import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../../platform/database/new-id.ts'
import { openUploads } from './open-uploads.ts'
import { createUploadRoom, reserveInBytes } from './upload-room.ts'

const root = await mkdtemp(join(tmpdir(), 'academy-room-'))
afterAll(() => rm(root, { recursive: true }))

test('uploads that are begun never promise more together than there is room for', async () => {
  const size = fc.integer({ min: 1, max: 60 })
  const steps = fc.array(fc.record({ size, isCreated: fc.boolean() }), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(steps, fc.boolean(), async (uploads, isAtOnce) => {
      const folder = await mkdtemp(join(root, 'uploads-'))
      const store = await openUploads(folder)
      const room = createUploadRoom(folder, store, async () => 100 + reserveInBytes)
      let promised = 0
      const begin = async ({ size, isCreated }: (typeof uploads)[number]): Promise<void> => {
        const id = newId()
        const isIn = await room.claim(id, size).then(
          () => true,
          () => false,
        )
        if (!isIn) return
        promised += size
        if (!isCreated) return
        await store.create({ id, size, offset: 0 } as Parameters<typeof store.create>[0])
        room.release(id)
      }
      if (isAtOnce) await Promise.all(uploads.map(begin))
      else for (const upload of uploads) await begin(upload)

      expect(promised).toBeLessThanOrEqual(100)
    }),
    { numRuns: 40 },
  )
})

test('what does not fit is refused with a sentence, and takes no room', async () => {
  const folder = await mkdtemp(join(root, 'uploads-'))
  const room = createUploadRoom(folder, await openUploads(folder), async () => 100 + reserveInBytes)
  await room.claim(newId(), 60)

  await expect(room.claim(newId(), 41)).rejects.toMatchObject({ status_code: 507 })
  await room.claim(newId(), 40)
})
