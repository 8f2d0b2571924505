import { and, asc, desc, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import type { ResponseOf } from '../../../http/endpoint.ts'
import { listOwnedCourseIds } from '../../access/server/check-access.ts'
import { entitlements } from '../../access/server/tables.ts'
import { findPlan, listNotDue, type OpeningDependencies } from '../../catalogue/server/not-due.ts'
import { courses, modules, videos } from '../../catalogue/server/tables.ts'
import { type Cue, plainText, readCaptions } from '../../films/captions/read-captions.ts'
import { filmCaptions } from '../../films/server/tables.ts'
import type * as contract from '../contract.ts'
import { hasWords } from './read-notes.ts'

const filmsAtMost = 20
const hitsPerFilm = 3

/**
 * Where all these words are said within two captions that follow each other. Read are the captions of
 * films in courses of the learner's own whose lesson is open, so that it takes as long however large the academy is.
 */
export async function searchTranscripts(
  deps: OpeningDependencies,
  learnerId: string,
  words: string,
): Promise<ResponseOf<typeof contract.searchMyTranscripts>> {
  const courseIds = await listOwnedCourseIds(deps.db, learnerId)
  const notDue: string[] = []
  for (const courseId of courseIds) {
    const plan = await findPlan(deps, courseId)
    const closed = await listNotDue(deps, { learnerId, courseId }, plan?.lessons ?? null)
    notDue.push(...closed.keys())
  }
  const found = await deps.db
    .select({
      course_id: videos.courseId,
      course_title: courses.title,
      video_id: videos.id,
      video_title: videos.title,
      language: filmCaptions.language,
      vtt: filmCaptions.vtt,
    })
    .from(entitlements)
    .innerJoin(courses, eq(courses.id, entitlements.courseId))
    .innerJoin(videos, and(eq(videos.courseId, courses.id), isNull(videos.retiredAt)))
    .innerJoin(modules, eq(modules.id, videos.moduleId))
    .innerJoin(filmCaptions, eq(filmCaptions.filmId, ownFilm))
    .where(
      and(
        eq(entitlements.learnerId, learnerId),
        inArray(videos.courseId, courseIds), // none that came meanwhile
        notInArray(videos.id, notDue),
        ...hasWords(filmCaptions.vtt, asWritten(words)),
      ),
    )
    .orderBy(
      desc(entitlements.since),
      asc(videos.courseId),
      asc(modules.position),
      asc(videos.position),
      asc(filmCaptions.language),
    )
    .limit(filmsAtMost + 1)
  const hits = found
    .slice(0, filmsAtMost)
    .flatMap(({ vtt, ...lesson }) => findSaid(vtt, words).map((said) => ({ ...lesson, ...said })))
  return { hits, has_more: found.length > filmsAtMost }
}

/** As `filmIdOf` reads it; null: an address elsewhere. */
const ownFilm = sql`substring(btrim(${videos.url}) from '^film:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$')::uuid`

/** In captions these letters are written so. */
function asWritten(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function findSaid(vtt: string, words: string): { at_second: number; text: string }[] {
  const wanted = words.toLowerCase().split(/\s+/)
  const lines = readCaptions(vtt).map((cue) => ({ cue, text: plainText(cue.text) }))
  const said: { at_second: number; text: string }[] = []
  for (const [at, { cue, text }] of lines.entries()) {
    const next = lines[at + 1]?.text ?? ''
    if (!hasAll(`${text} ${next}`, wanted)) continue
    // With all of them in the next one, that is where they are said.
    if (!hasAll(text, wanted) && hasAll(next, wanted)) continue
    said.push({ at_second: secondOf(cue), text: hasAll(text, wanted) ? text : `${text} ${next}` })
    if (said.length === hitsPerFilm) break
  }
  return said
}

function hasAll(text: string, wanted: readonly string[]): boolean {
  const small = text.toLowerCase()
  return wanted.every((word) => small.includes(word))
}

function secondOf({ fromInMs }: Cue): number {
  return fromInMs / 1000
}
