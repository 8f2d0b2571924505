import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { keepInFolder } from '../../../platform/media/keep-in-folder.ts'
import { checkMedia } from './check-media.ts'

const folder = await mkdtemp(join(tmpdir(), 'academy-media-'))
const media = keepInFolder(folder)
afterAll(() => rm(folder, { recursive: true }))

test('files that are missing, cut or changed on the disk are told of, each in a sentence', async () => {
  const content = Buffer.from('a film')
  const sha256 = createHash('sha256').update(content).digest('hex')
  const files = ['whole', 'missing', 'cut', 'changed'].map((key) => ({
    key,
    sha256,
    sizeInBytes: content.length,
  }))
  for (const { key } of files) await media.write(key, content, { type: 'video/mp4' })
  await media.remove('missing')
  await writeFile(join(folder, 'cut'), 'a f')
  await writeFile(join(folder, 'changed'), 'a lamp')

  expect(await checkMedia(media, files)).toEqual({
    checked: 4,
    faults: ['missing is missing.', 'cut has 3 bytes instead of 6.', 'changed is not what it was.'],
  })
})
