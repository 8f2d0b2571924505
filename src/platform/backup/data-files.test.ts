import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { readDataFiles } from './data-files.ts'

test('a backup holds what learners take away, not what is uploaded in part', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'academy-backup-'))
  for (const path of ['media/attachments/ab/abc', 'media/attachments/ab/.abc.type', 'uploads/x']) {
    await mkdir(dirname(join(dataDir, path)), { recursive: true })
    await writeFile(join(dataDir, path), '')
  }

  const found: unknown[] = []
  for await (const { head } of readDataFiles(dataDir)) found.push(head)

  expect(found).toMatchObject([
    { path: 'media/attachments/ab/.abc.type' },
    { path: 'media/attachments/ab/abc' },
  ])
  await rm(dataDir, { recursive: true })
})
