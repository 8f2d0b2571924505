import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { hasFfmpeg, makeFilmFile } from '../../../../../tests/support/make-film.ts'
import { probeFilm } from './probe-film.ts'

test.skipIf(!hasFfmpeg)(
  'a film is not refused because the processor had other work for minutes',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'academy-probe-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const film = join(folder, 'film.mp4')
    const late = join(folder, 'ffprobe')
    const go = join(folder, 'go')
    await writeFile(film, await makeFilmFile())
    await writeFile(
      late,
      `#!/bin/sh\nuntil [ -e '${go}' ]; do sleep 0.1; done\nexec ffprobe "$@"\n`,
      {
        mode: 0o755,
      },
    )
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())

    const probed = probeFilm({ ffmpeg: 'ffmpeg', ffprobe: late }, film, 'mov')
    vi.advanceTimersByTime(4 * 60_000)
    await writeFile(go, '')

    expect(await probed).toMatchObject({ videoCodec: 'h264' })
  },
)
