import { removeHiddenDemo } from '../domains/catalogue/server/remove-demo.ts'
import { openUploads } from '../domains/files/server/open-uploads.ts'
import { uploadsFolder } from '../domains/files/server/uploads.ts'
import { findFfmpeg } from '../domains/films/server/ffmpeg/find-ffmpeg.ts'
import { makeRenditions } from '../domains/films/server/make-renditions.ts'
import { removeUnusedFilms, storeWaitingFilms } from '../domains/films/server/run-film-jobs.ts'
import { renditionsFolder } from '../domains/films/server/work-folder.ts'
import { watchFilms } from '../domains/operations/server/watch-films.ts'
import { listNamedFilms } from '../domains/studio/server/list-named-films.ts'
import { createNamedLocks } from '../platform/database/named-locks.ts'
import { startRecurringJobs } from '../platform/recurring-jobs.ts'
import type { Closers } from './closers.ts'
import type { Parts } from './open-services.ts'

/** What own films need from one of the academy's processes: renditions, and tidying up. */
export async function runFilmJobs(parts: Parts, closers: Closers): Promise<void> {
  const { settings, log, media, database } = parts
  const { db } = database
  const locks = createNamedLocks(database.pool)
  const ffmpeg = await findFfmpeg(settings.ffmpegPath)
  if (!ffmpeg && settings.ffmpegPath !== undefined) {
    log.warn(`There is no ffmpeg with ffprobe at ${settings.ffmpegPath} (FFMPEG_PATH).`)
  }
  const uploads = () => openUploads(uploadsFolder(settings.dataDir))
  const work = startRecurringJobs(
    log,
    [
      {
        name: 'films to store',
        everyInMs: 10_000,
        run: (stopping) => storeWaitingFilms({ db, media, locks, uploads, ffmpeg }, stopping),
      },
      {
        name: 'unused films',
        everyInMs: 3_600_000,
        run: (stopping) =>
          removeUnusedFilms({ db, media, locks, listNamed: listNamedFilms }, stopping),
      },
      {
        name: 'removed demo',
        everyInMs: 600_000,
        run: (stopping) =>
          removeHiddenDemo({ db, media, locks, listNamed: listNamedFilms }, stopping),
      },
      { name: 'damaged films', everyInMs: 60_000, run: () => watchFilms(db) },
      ...(['short', 'long'] as const).map((turn) => ({
        name: `renditions of ${turn} films`,
        everyInMs: 2_000,
        run: async (stopping: AbortSignal) => {
          if (!ffmpeg) return
          await makeRenditions({
            db,
            media,
            locks,
            ffmpeg,
            folder: renditionsFolder(settings.dataDir, turn),
            turn,
            signal: stopping,
            onFailure: (about) => log.warn(about, 'rendition failed'),
          })
        },
      })),
    ],
    closers.stopping,
  )
  closers.push(() => work.stop())
}
