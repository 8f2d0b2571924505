import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, relative } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findFfmpeg } from './find-ffmpeg.ts'

/** A machine with these programs, and with `early` and `late` in its PATH. */
async function openMachine(programs: string[]) {
  const root = await mkdtemp(join(tmpdir(), 'academy-ffmpeg-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const at = (path: string): string => join(root, path)
  for (const path of programs) {
    await mkdir(dirname(at(path)), { recursive: true })
    await writeFile(at(path), '#!/bin/sh\n', { mode: 0o755 })
  }
  return { at, path: [at('early'), at('late')].join(delimiter) }
}

const all = ['early/ffmpeg', 'late/ffmpeg', 'late/ffprobe', 'late/ffmpeg7']

test.each([undefined, 'ffmpeg'])(
  '%s is looked for in the PATH, with ffprobe beside it',
  async (given) => {
    const { at, path } = await openMachine(all)

    const found = { ffmpeg: at('late/ffmpeg'), ffprobe: at('late/ffprobe') }
    expect(await findFfmpeg(given, path)).toEqual(found)
  },
)

test('another name in the PATH is that program', async () => {
  const { at, path } = await openMachine(all)

  const found = { ffmpeg: at('late/ffmpeg7'), ffprobe: at('late/ffprobe') }
  expect(await findFfmpeg('ffmpeg7', path)).toEqual(found)
})

test.each(['opt', 'opt/ffmpeg', 'opt/ffmpeg7'])(
  'the program or the folder at %s is taken, with ffprobe beside it',
  async (given) => {
    const { at, path } = await openMachine([...all, 'opt/ffmpeg', 'opt/ffmpeg7', 'opt/ffprobe'])

    expect(await findFfmpeg(at(given), path)).toEqual({
      ffmpeg: at(given === 'opt' ? 'opt/ffmpeg' : given),
      ffprobe: at('opt/ffprobe'),
    })
  },
)

test('a folder may be named without a slash', async () => {
  const { at } = await openMachine(['opt/ffmpeg', 'opt/ffprobe'])
  const folder = relative('.', at('opt'))

  expect(await findFfmpeg(folder, '')).toEqual({
    ffmpeg: join(folder, 'ffmpeg'),
    ffprobe: join(folder, 'ffprobe'),
  })
})

test.each(['opt', 'opt/ffmpeg'])(
  'beside %s without ffprobe, that of the PATH is taken',
  async (given) => {
    const { at, path } = await openMachine([...all, 'opt/ffmpeg'])

    const found = { ffmpeg: at('opt/ffmpeg'), ffprobe: at('late/ffprobe') }
    expect(await findFfmpeg(at(given), path)).toEqual(found)
  },
)

test('there is none where none lies, though others stand in the PATH or beside it', async () => {
  const { at, path } = await openMachine([...all, 'opt/ffmpeg', 'opt/ffprobe'])

  expect(await findFfmpeg('/nowhere', path)).toBeNull()
  expect(await findFfmpeg(at('opt/ffmpeg6'), path)).toBeNull()
  expect(await findFfmpeg('ffmpeg6', path)).toBeNull()
  expect(await findFfmpeg(undefined, at('early'))).toBeNull()
})
