import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { readJpegSize } from './read-jpeg-size.ts'

const folder = await mkdtemp(join(tmpdir(), 'academy-jpeg-'))
afterAll(() => rm(folder, { recursive: true }))

async function sizeOf(bytes: Buffer) {
  const path = join(folder, 'poster.jpg')
  await writeFile(path, bytes)
  return readJpegSize(path)
}

const picture = sharp({
  create: { width: 320, height: 180, channels: 3, background: '#883311' },
})

test.each([false, true])(
  'a picture from a browser has the size it says (progressive: %s)',
  async (progressive) => {
    const bytes = await picture.clone().jpeg({ progressive }).toBuffer()
    const padded = Buffer.concat([
      bytes.subarray(0, 2),
      Buffer.from([0xff, 0xff]),
      bytes.subarray(2),
    ])

    expect(await sizeOf(bytes)).toEqual({ width: 320, height: 180 })
    expect(await sizeOf(padded)).toEqual({ width: 320, height: 180 })
  },
)

test('what is cut, empty, or no JPEG is no picture', async () => {
  const bytes = await picture.clone().jpeg().toBuffer()
  const claims = Buffer.concat([
    Buffer.from('ffd8ff', 'hex'),
    Buffer.alloc(90),
    Buffer.from('ffd9', 'hex'),
  ])

  for (const other of [bytes.subarray(0, -2), Buffer.alloc(0), Buffer.from([0xff]), claims]) {
    expect(await sizeOf(other)).toBeNull()
  }
  expect(await sizeOf(await picture.clone().png().toBuffer())).toBeNull()
})
