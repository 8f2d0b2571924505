import { eq } from 'drizzle-orm'
import { videos } from '../../../src/domains/catalogue/server/tables.ts'
import { type MadeCourse, makeCourse, unique } from '../../support/factories.ts'
import { type Academy, expect } from './test.ts'

/** Our own film of seventeen seconds, with captions beside it. */
export const shortFilm = '/media/demo/cut-on-the-beat.mp4'

/** Of rows that are written past it the academy hears a moment later. */
export async function expectListed(academy: Academy, { id }: { id: string }): Promise<void> {
  const read = () => academy.as(null)('GET /courses', {})
  await expect.poll(async () => (await read()).map((course) => course.id)).toContain(id)
}

/** A course of one short film, under a title that no other course of the run has. */
export function makeShortCourse(academy: Pick<Academy, 'db'>): Promise<MadeCourse> {
  return makeCourse(academy.db, { title: newTitle('Cut on the Beat'), modules: [[shortFilm]] })
}

/** In the first lesson, as a publication does it. */
export async function replaceFilm(
  { db }: Pick<Academy, 'db'>,
  { videoIds: [id = ''] }: MadeCourse,
): Promise<void> {
  const url = '/media/demo/hook-in-three-seconds.mp4'
  await db.update(videos).set({ film: 2, url }).where(eq(videos.id, id))
}

/** A course of the demo's own films: seventeen seconds each, in two sizes, with captions in two languages. */
export function makeFilmCourse({ db }: Pick<Academy, 'db'>): Promise<MadeCourse> {
  const films = [1, 2].map((number) => `film:0fe57a10-0000-4000-8000-00000000000${number}`)
  return makeCourse(db, { title: newTitle('One Idea'), modules: [films], duration: '17 sec' })
}

/** A course whose page tells all that can be told; the first of its three lessons is free to see. */
export async function makeToldCourse(academy: Academy): Promise<MadeCourse> {
  const course = await makeCourse(academy.db, {
    title: newTitle('Told in Full'),
    description: `Make **one reel a day** without a camera crew.

## How you will learn

1. Watch a short lesson, such as [this one](https://lessons.example/).
2. Do its small task.

> Nobody has to draw.

| Day | What | Hours |
|-----|------|------:|
| 1 | Write | 2 |
| 2 | Cut | 3 |`,
    modules: [[shortFilm, shortFilm], [shortFilm]],
    duration: '17 sec',
    lesson: {
      text: 'Bring a **pen**.\n\n### After the lesson\n\n- Write three lines.\n- Read them aloud.',
      links: [{ title: 'A list of first lines', url: 'https://www.lines.example/first' }],
    },
    page: {
      subtitle: 'From a first line to a film that people watch to its end, on the phone you have',
      outcomes: [
        'Write a script of three lines that holds a viewer',
        'Draw and animate every shot with free tools',
        'Cut on the beat',
        'Publish with captions',
      ],
      audience: ['Owners of small shops', 'Teachers who want to be heard outside their class'],
      requirements: ['A phone with a browser', 'Two hours a day for a week'],
      language: 'Hindi',
      level: 'beginner',
      teachers: [
        { name: 'Meera Nair', text: 'Ten years of small films.\nShe has taught in four States.' },
        { name: 'Rahul Deshpande', picture: '/covers/ai-reels-studio.svg' },
      ],
      questions: [
        { question: 'How long does it take?', answer: 'A week of evenings.\n\nOr a month.' },
        { question: 'Do I need a computer?', answer: 'No.' },
      ],
      trailer: shortFilm,
    },
  })
  await academy.db
    .update(videos)
    .set({ isPreview: true })
    .where(eq(videos.id, course.videoIds[0] ?? ''))
  return course
}

export function newTitle(words: string): string {
  return unique(words)
}

/** Where the demo's first course stands in the list, however many courses the run has made since. */
export const demoCourseFound = '/courses?search=AI+Reels+Studio'
