import * as z from 'zod'
import { endpoint } from '../../http/endpoint.ts'
import { renditionNames } from '../films/film-file.ts'
import { isSafeVideoUrl } from './video-link.ts'

export const courseStates = ['draft', 'on_sale', 'unlisted', 'off_sale'] as const
/** What the academy does with a course: `unlisted` is on sale for who knows its address. */
export type CourseState = (typeof courseStates)[number]

const weekdays = z
  .array(z.int().min(1).max(7))
  .min(1, 'Choose at least one day of the week.')
  .max(7)
  .overwrite((days) => [...new Set(days)].toSorted((a, b) => a - b))
  .describe('1: Monday, 7: Sunday.')
const hour = z.int().min(0).max(23).describe('Of the day in India.')
const onDate = z.object({ kind: z.literal('date'), date: z.iso.date(), hour })
const afterDays = z.object({
  kind: z.literal('days'),
  days: z.int().min(1, 'At least one day.').max(1000, 'At most 1,000 days.'),
})
const onWeekdays = z.object({ kind: z.literal('weekdays'), weekdays, hour })

/** When a lesson opens for who has the course, as it is chosen. None: at once. */
export const openingRule = z.discriminatedUnion('kind', [
  onDate,
  afterDays.describe('So many days after the learner got the course.'),
  z.object({ kind: z.literal('after_previous') }).describe('Once the lesson before is completed.'),
  onWeekdays.describe('The k-th of such lessons in a row: on the k-th of those days.'),
])

export type OpeningRule = z.output<typeof openingRule>

/** The same at its place in a course. */
export const lessonOpening = z.discriminatedUnion('kind', [
  onDate,
  afterDays,
  z.object({ kind: z.literal('after'), video_id: z.string() }),
  onWeekdays.extend({ nth: z.int().min(1) }),
])

export type LessonOpening = z.output<typeof lessonOpening>

export const lessonLink = z.object({
  title: z.string().trim().max(200),
  url: z.url({ protocol: /^https?$/, error: 'Please give a web address.' }).max(2000),
})

/** One of the academy's own films, for somebody who may watch it. All links are signed. */
export const film = z
  .object({
    duration_in_seconds: z.number(),
    poster: z.string().nullable(),
    renditions: z.array(
      z.object({
        name: z.enum(renditionNames),
        height: z.int().nullable().describe('Null: sound alone, or not known.'),
        bits_per_second: z.int(),
        size_in_bytes: z.int(),
        url: z.string(),
        parts_url: z
          .string()
          .optional()
          .describe('The same with a small index: begins at once, but only Chromium moves in it.'),
      }),
    ),
    captions: z.array(z.object({ language: z.string(), label: z.string(), url: z.string() })),
    chapters: z.array(z.object({ at: z.number().describe('Seconds.'), title: z.string() })),
    sprite: z
      .object({
        url: z.string(),
        columns: z.int(),
        rows: z.int(),
        every_in_seconds: z.number(),
        width: z.int().describe('Of one picture.'),
        height: z.int(),
      })
      .nullable(),
  })
  .meta({ id: 'OwnFilm' })

export type Film = z.infer<typeof film>

export const video = z
  .object({
    id: z.string(),
    title: z.string(),
    duration: z.string().describe("Free text such as '15 min'; empty if not given."),
    is_preview: z.literal(true).optional().describe('Free to see for everybody.'),
    film_number: z
      .int()
      .optional()
      .describe(
        'Of a preview: which of the films it has had. Send it with reports of its progress.',
      ),
    opens: lessonOpening
      .optional()
      .describe('When it opens for who has the course; left out: at once.'),
    opens_at: z.iso
      .datetime()
      .nullable()
      .optional()
      .describe(
        'It is not due for the caller, who gets nothing that is sent with the link. Null: it opens once the lesson before is completed.',
      ),
    opens_text: z.string().optional().describe('The same as a sentence.'),
    url: z
      .string()
      .optional()
      .describe('Sent to owners and administrators only; of a preview to everybody.'),
    film: film.optional().describe('Of a lesson with an own film; sent with the link.'),
    text: z.string().optional().describe('Markdown; sent with the link.'),
    text_html: z.string().optional().describe('The same as safe HTML, for the course page.'),
    attachments: z
      .array(
        z.object({
          id: z.string(),
          name: z.string(),
          size_in_bytes: z.int(),
          url: z.string(),
          is_new_version: z
            .literal(true)
            .optional()
            .describe('It has taken the place of a file that the caller has fetched.'),
        }),
      )
      .optional()
      .describe('Files to take away; sent with the link.'),
    links: z.array(lessonLink).optional().describe('Sent with the link.'),
  })
  .meta({ id: 'Video' })

const pictureAddress = z.union([
  z.literal(''),
  z.url({ protocol: /^https?$/ }).max(2000),
  z
    .string()
    .max(500)
    .regex(/^\/(?!\/)[\w\-./]+$/),
])

/** A picture's address: on the web, or below our own. Empty: none. One sentence for all that it is not. */
export function pictureUrl(error: string) {
  return z.string(error).refine((text) => pictureAddress.safeParse(text).success, error)
}

const line = z.string().trim().max(300)

/** What a course page may tell besides title, description and outline. */
export const coursePage = z.object({
  subtitle: z.string().trim().max(200).default(''),
  outcomes: z.array(line).max(20).default([]).describe('What one will be able to do.'),
  audience: z.array(line).max(20).default([]).describe('For whom it is.'),
  requirements: z.array(line).max(20).default([]).describe('What is needed.'),
  language: z.string().trim().max(50).default(''),
  level: z.enum(['', 'beginner', 'intermediate', 'advanced']).default(''),
  teachers: z
    .array(
      z.object({
        name: z.string().trim().max(100),
        picture: pictureUrl('Please give the web address of a picture.').optional(),
        text: z.string().trim().max(2000).optional(),
      }),
    )
    .max(10)
    .default([]),
  questions: z
    .array(z.object({ question: z.string().trim().max(300), answer: z.string().trim().max(5000) }))
    .max(30)
    .default([]),
  trailer: z
    .string()
    .trim()
    .max(2000)
    .refine(
      (url) => url === '' || isSafeVideoUrl(url),
      'Please give a web address that begins with https://.',
    )
    .default(''),
  has_name_mark: z
    .boolean()
    .default(false)
    .describe('Learners see their name over films of the academy’s own.'),
})

export type CoursePage = z.output<typeof coursePage>

/** What staff may leave out of a course and what stands in columns of its own. */
export const courseColumns = z.object({
  thumbnail: pictureUrl('Thumbnail must be a URL.').nullish(),
})

export const courseModule = z
  .object({
    id: z.string(),
    title: z.string(),
    description: z.string(),
    videos: z.array(video),
  })
  .meta({ id: 'Module' })

const courseFields = {
  id: z.string(),
  title: z.string(),
  description: z.string().describe('Markdown.'),
  summary: z.string().optional().describe('Its first words, without markup.'),
  description_html: z.string().optional().describe('As safe HTML, for the course page.'),
  price: z.number().describe('Rupees. The list price: what it costs without any offer.'),
  launch_price: z
    .object({ price: z.number().describe('Rupees.'), ends_at: z.iso.datetime() })
    .optional()
    .describe('What is paid in its place until then; left out: there is none now.'),
  thumbnail: z.string().nullable(),
}

export const course = z
  .object({
    ...courseFields,
    modules: z.array(courseModule),
    ...coursePage.partial().shape,
    rating: z
      .object({
        average: z.number().nullable().describe('Of one to five stars; null: none can be seen.'),
        count: z.int().describe('Of the reviews that everybody sees.'),
      })
      .optional()
      .describe('Of its reviews; left out: it has none.'),
    trailer_film: film.optional().describe('Of a trailer that is an own film.'),
  })
  .meta({ id: 'Course' })

export type Course = z.infer<typeof course>

export const courseParams = z.object({ course_id: z.string().min(1).max(200) })

export const listCourses = endpoint('GET /courses', {
  summary: 'Every course on sale, oldest first, with outlines and without video links',
  access: 'anyone',
  answer: z.array(course),
})

export const getCourse = endpoint('GET /courses/:course_id', {
  summary: 'One course; an owner or an administrator also gets the video links',
  access: 'anyone',
  params: courseParams,
  query: z.object({
    look: z
      .literal('1')
      .optional()
      .describe('Sent when a page begins to show the course: a look, as a page that is loaded.'),
  }),
  answer: course.extend({
    owned: z.boolean(),
    is_unlisted: z.literal(true).optional().describe('Found by its address only.'),
    tax_included: z
      .number()
      .optional()
      .describe('Rupees of GST in what is paid now; left out: none is collected.'),
  }),
  problems: ['course_not_found'],
})

export const listTranscripts = endpoint('GET /courses/:course_id/transcripts', {
  summary: 'What is said in the lessons that are free to see, where their films have captions',
  access: 'anyone',
  params: courseParams,
  answer: z.object({
    transcripts: z.array(
      z.object({
        video_id: z.string(),
        language: z.string(),
        paragraphs: z.array(z.string()),
        is_cut: z.boolean().describe('There is more; it stands in the captions.'),
      }),
    ),
  }),
  problems: ['course_not_found'],
})

const demoAnswer = z.object({
  state: z
    .enum(['none', 'shown', 'hidden', 'gone'])
    .describe('`hidden` comes back when asked; `gone` does not.'),
  courses: z.array(z.string()).describe('Titles of those that go, or are hidden.'),
  films: z.int(),
  back_until: z.iso.datetime().nullable().describe('Null: it is not hidden.'),
  kept: z
    .array(
      z.object({
        title: z.string(),
        because: z
          .enum(['changed', 'in_use'])
          .describe(
            '`changed`: staff published changes to it, it is theirs. `in_use`: learners have it, or orders and offers name it; nobody else sees it.',
          ),
        learners: z.int().describe('Who have it.'),
      }),
    )
    .describe('What stays of it.'),
})

export const getDemo = endpoint('GET /admin/demo', {
  summary: 'The demo that the first start filled the academy with',
  access: { right: 'settings' },
  answer: demoAnswer,
})

export const removeDemo = endpoint('DELETE /admin/demo', {
  summary: 'Hides the demo’s courses and films; a day later they are deleted',
  access: { right: 'settings' },
  answer: demoAnswer,
})

export const restoreDemo = endpoint('POST /admin/demo/restore', {
  summary: 'Brings the demo back as it was, for a day after its removal',
  access: { right: 'settings' },
  answer: demoAnswer,
  problems: ['demo_gone'],
})
