import type { ResponseOf } from '../../../http/endpoint.ts'
import { ProblemError } from '../../../http/problem.ts'
import { type PreparedResponse, prepareJson } from '../../../http/server/prepared-response.ts'
import type { ResponseCache } from '../../../http/server/response-cache.ts'
import type { Database } from '../../../platform/database/database.ts'
import { filmIdOf } from '../../films/film-link.ts'
import { readTranscript, type Transcript } from '../../films/server/captions/read-transcript.ts'
import type * as catalogue from '../contract.ts'
import { readCourse } from './read-courses.ts'

/** A page is not made longer by more of them. */
const mostTranscripts = 10

interface TranscriptDependencies {
  db: Database
  cache: Pick<ResponseCache, 'find'>
}

/** What is said in the lessons of a course that are free to see, in the language of the first captions. */
export async function listTranscripts(
  { db, cache }: TranscriptDependencies,
  courseId: string,
): Promise<PreparedResponse> {
  return cache.find(`transcripts ${courseId}`, async () => {
    const stored = await readCourse(db, courseId)
    if (!stored || stored.isHidden) throw new ProblemError('course_not_found')
    const previews = stored.course.modules
      .flatMap(({ videos }) => videos)
      .filter(({ is_preview }) => is_preview)
    const filmIds = previews.flatMap(({ url = '' }) => filmIdOf(url) ?? [])
    const asked = previews.flatMap(({ id, url = '' }) => {
      const film = stored.films.get(filmIdOf(url) ?? '')
      const [first] = film?.captions ?? []
      return film && first ? [{ id, filmId: film.id, language: first.language }] : []
    })
    const read = await Promise.all(
      asked.slice(0, mostTranscripts).map(async ({ id, ...of }) => ({
        id,
        language: of.language,
        transcript: await readTranscript(db, of),
      })),
    )
    const answer: ResponseOf<typeof catalogue.listTranscripts> = {
      transcripts: read.flatMap(({ id, language, transcript }) =>
        transcript ? [describe(id, language, transcript)] : [],
      ),
    }
    const value = prepareJson(JSON.stringify(answer))
    const tags = [`course:${courseId}`, ...filmIds.map((id) => `film:${id}`)]
    return { value, sizeInBytes: value.sizeInBytes, tags }
  })
}

function describe(videoId: string, language: string, { paragraphs, isCut }: Transcript) {
  return { video_id: videoId, language, paragraphs, is_cut: isCut }
}
