import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { hasFfmpeg, makeFilmFile } from '../../../../../tests/support/make-film.ts'
import { findGaps } from './find-gaps.ts'
import { probeFilm } from './probe-film.ts'

const whole = { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' }
const minuteInMs = 60_000

test.skipIf(!hasFfmpeg)(
  'a film is not refused because the processor had other work for minutes',
  async () => {
    const { folder, film, programs } = await openFolder(
      (at) => `until [ -e '${at}/go' ]; do sleep 0.1; done\nexec ffprobe "$@"`,
    )

    const probed = probeFilm(programs, film, 'mov')
    vi.advanceTimersByTime(4 * minuteInMs)
    await writeFile(join(folder, 'go'), '')

    expect(await probed).toMatchObject({ videoCodec: 'h264' })
  },
)

test.skipIf(!hasFfmpeg)(
  'the half that a stuck program told of is not taken for all of a film',
  async () => {
    const { folder, film, programs } = await openFolder(
      (at) => `ffprobe "$@" | head -n 3\n>'${at}/told-'$$\nexec sleep 600`,
    )
    expect(await findGaps(whole, film, 'mov')).not.toBeNull()

    const found = findGaps(programs, film, 'mov')
    const told = async () => (await readdir(folder)).filter((name) => name.startsWith('told-'))
    await vi.waitFor(async () => expect(await told()).toHaveLength(2), 4 * minuteInMs)
    vi.advanceTimersByTime(5 * minuteInMs)

    expect(await found).toBeNull()
  },
)

/** A film, a script in place of ffprobe, and a clock that stands still. */
async function openFolder(script: (folder: string) => string) {
  const folder = await mkdtemp(join(tmpdir(), 'academy-program-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const [film, ffprobe] = [join(folder, 'film.mp4'), join(folder, 'ffprobe')]
  await writeFile(film, await makeFilmFile())
  await writeFile(ffprobe, `#!/bin/sh\n${script(folder)}\n`, { mode: 0o755 })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  return { folder, film, programs: { ...whole, ffprobe } }
}
