import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { hasFfmpeg, makeFilmFile } from '../../../../../tests/support/make-film.ts'
import { findGaps } from './find-gaps.ts'

test.skipIf(!hasFfmpeg)(
  'the half that a stuck program told of is not taken for all of a film',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'academy-gaps-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const film = join(folder, 'film.mp4')
    const stuck = join(folder, 'ffprobe')
    await writeFile(film, await makeFilmFile())
    await writeFile(
      stuck,
      `#!/bin/sh\nffprobe "$@" | head -n 3\n>'${folder}/told-'$$\nexec sleep 600\n`,
      { mode: 0o755 },
    )
    const programs = { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' }
    expect(await findGaps(programs, film, 'mov')).not.toBeNull()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())

    const found = findGaps({ ...programs, ffprobe: stuck }, film, 'mov')
    const told = async () => (await readdir(folder)).filter((name) => name.startsWith('told-'))
    await vi.waitFor(async () => expect(await told()).toHaveLength(2), 240_000)
    vi.advanceTimersByTime(5 * 60_000)

    expect(await found).toBeNull()
  },
)
