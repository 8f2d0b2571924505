import { isDeepStrictEqual } from 'node:util'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { videos } from '../../catalogue/server/tables.ts'
import { setCountedQuizzes } from '../../learning/server/counted-quizzes.ts'
import { type Quiz, type QuizQuestion, quiz } from '../quiz.ts'
import { quizQuestions, quizzes } from './tables.ts'

/** By their lessons, as they would stand in a draft. */
export async function readPublishedQuizzes(
  db: Database,
  courseId: string,
): Promise<Map<string, Quiz>> {
  const published = await db
    .select()
    .from(quizzes)
    .where(and(eq(quizzes.courseId, courseId), isNull(quizzes.retiredAt)))
  if (published.length === 0) return new Map()
  const questions = await readPresentQuestions(
    db,
    published.map(({ videoId }) => videoId),
  )
  return new Map(
    published.map(({ videoId, settings }) => {
      const own = questions.filter((question) => question.videoId === videoId)
      return [videoId, quiz.parse({ ...settings, questions: own.map(({ question }) => question) })]
    }),
  )
}

/** In the order in which they were written. */
export function readPresentQuestions(db: Database, videoIds: string[]) {
  return db
    .select()
    .from(quizQuestions)
    .where(and(inArray(quizQuestions.videoId, videoIds), isNull(quizQuestions.retiredAt)))
    .orderBy(asc(quizQuestions.videoId), asc(quizQuestions.position))
}

/**
 * In the transaction that publishes the course, behind its lessons. Nothing that was ever asked is
 * deleted: a question that changes gets another version, and tries go on telling of theirs.
 */
export async function publishQuizzes(
  db: Database,
  courseId: string,
  wanted: ReadonlyMap<string, Quiz>,
): Promise<void> {
  const before = await readPublishedQuizzes(db, courseId)
  const films = await readFilmNumbers(db, courseId)
  const retired = [...before.keys()].filter((videoId) => !wanted.has(videoId))
  if (retired.length > 0) {
    await db
      .update(quizzes)
      .set({ retiredAt: sql`clock_timestamp()` })
      .where(inArray(quizzes.videoId, retired))
  }
  // Few at once: those that changed.
  for (const [videoId, after] of wanted) {
    if (isDeepStrictEqual(before.get(videoId), after)) continue
    const at = { courseId, videoId, film: films.get(videoId) ?? 1 }
    await writeQuiz(db, at, { before: before.get(videoId), after })
    await writeQuestions(db, at, after.questions)
  }
  const counted = [...wanted].flatMap(([videoId, { counts_for_completion: counts }]) =>
    counts ? [videoId] : [],
  )
  await setCountedQuizzes(db, courseId, counted)
}

interface At {
  courseId: string
  videoId: string
  film: number
}

async function writeQuiz(
  db: Database,
  { courseId, videoId, film }: At,
  { before, after }: { before: Quiz | undefined; after: Quiz },
): Promise<void> {
  const { questions: _, ...settings } = after
  const isNew = !before || (after.counts_for_completion && !before.counts_for_completion)
  const isElsewhere = before?.at_second !== after.at_second
  await db
    .insert(quizzes)
    .values({ videoId, courseId, settings, film })
    .onConflictDoUpdate({
      target: quizzes.videoId,
      set: {
        settings,
        retiredAt: null,
        ...(isElsewhere && { film }),
        ...(isNew && { publishedAt: sql`clock_timestamp()` }),
      },
    })
}

async function writeQuestions(
  db: Database,
  { videoId, film }: At,
  questions: QuizQuestion[],
): Promise<void> {
  const known = await db.select().from(quizQuestions).where(eq(quizQuestions.videoId, videoId))
  const present = new Map(known.filter((row) => row.retiredAt === null).map((row) => [row.id, row]))
  const rows = questions.map((question, position) => ({
    id: question.id ?? '',
    question,
    position,
  }))
  const changed = rows.filter(
    ({ id, question }) => !isDeepStrictEqual(present.get(id)?.question, question),
  )
  const wantedIds = new Set(rows.map(({ id }) => id))
  const leaving = [
    ...[...present.keys()].filter((id) => !wantedIds.has(id)),
    ...changed.map(({ id }) => id),
  ]
  const isPresent = and(eq(quizQuestions.videoId, videoId), isNull(quizQuestions.retiredAt))
  await db
    .update(quizQuestions)
    .set({ retiredAt: sql`clock_timestamp()` })
    .where(and(isPresent, inArray(quizQuestions.id, leaving)))
  const places = JSON.stringify(Object.fromEntries(rows.map(({ id, position }) => [id, position])))
  await db
    .update(quizQuestions)
    .set({ position: sql`coalesce((${places}::jsonb ->> ${quizQuestions.id})::integer, 0)` })
    .where(isPresent)
  if (changed.length === 0) return
  const latest = (id: string) =>
    Math.max(0, ...known.filter((row) => row.id === id).map(({ version }) => version))
  await db
    .insert(quizQuestions)
    .values(changed.map((row) => ({ ...row, videoId, film, version: latest(row.id) + 1 })))
}

async function readFilmNumbers(db: Database, courseId: string): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: videos.id, film: videos.film })
    .from(videos)
    .where(eq(videos.courseId, courseId))
  return new Map(rows.map(({ id, film }) => [id, film]))
}
