import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { keepInFolder } from '../../src/platform/media/keep-in-folder.ts'
import { idOf, tokenOf } from './fill-database.ts'
import type { WatchedLink } from './watch-plan.ts'

export interface KeptFilm {
  id: string
  key: string
  sizeInBytes: number
}

/** Puts films of one size into an academy's folder and into the first lesson of every course. */
export async function makeFilms(
  pool: pg.Pool,
  { dataDir, films, sizeInBytes }: { dataDir: string; films: number; sizeInBytes: number },
): Promise<KeptFilm[]> {
  const media = keepInFolder(join(dataDir, 'media'))
  const made: KeptFilm[] = []
  for (let number = 0; number < films; number += 1) {
    const id = idOf(0xf11e00 + number)
    const piece = randomBytes(1024 * 1024)
    const pieces = Array.from({ length: sizeInBytes / piece.length }, () => piece)
    const hash = createHash('sha256')
    for (const one of pieces) hash.update(one)
    const sha256 = hash.digest('hex')
    const key = `films/${sha256.slice(0, 2)}/${sha256}.mp4`
    await media.write(key, Readable.from(pieces), { type: 'video/mp4' })
    made.push({ id, key, sizeInBytes })
    await pool.query(
      `insert into films (id, filename, state, duration_in_seconds)
       values ($1, 'Lesson.mp4', 'ready', $2::bigint * 8 / 2500000)`,
      [id, sizeInBytes],
    )
    await pool.query(
      `insert into film_renditions
              (film_id, name, type, width, height, bits_per_second, size_in_bytes, sha256, key)
       values ($1, 'original', 'video/mp4', 1280, 720, 2500000, $2, $3, $4)`,
      [id, sizeInBytes, sha256, key],
    )
    await pool.query(
      `update videos set url = 'film:' || $1
        where id like '%-video-0' and split_part(course_id, '-', 2)::int % $2 = $3`,
      [id, films, number],
    )
  }
  return made
}

/** The film of a learner's course as their browser gets it: a signed link, and the cookie that goes with it. */
export async function openFilm(
  url: string,
  { learner, courseId, sizeInBytes }: { learner: number; courseId: string; sizeInBytes: number },
): Promise<WatchedLink> {
  const answer = await fetch(`${url}/api/courses/${courseId}`, {
    headers: { authorization: `Bearer ${tokenOf(learner)}` },
  })
  const course = (await answer.json()) as { modules: { videos: { url?: string }[] }[] }
  const path = course.modules[0]?.videos[0]?.url
  const cookie = answer.headers.get('set-cookie')?.split(';')[0]
  if (!path?.startsWith('/films/') || cookie === undefined) {
    throw new Error(`Learner ${learner} got no film of ${courseId}`)
  }
  return { path, cookie, sizeInBytes }
}
