import * as z from 'zod'
import { assignment, listAssignmentFaults } from '../assignments/assignment.ts'
import { courseColumns, coursePage, lessonLink, openingRule } from '../catalogue/contract.ts'
import { isSafeVideoUrl } from '../catalogue/video-link.ts'
import { listQuizFaults, quiz } from '../quizzes/quiz.ts'

const addressBeginsWithHttps = 'Please give a web address that begins with https://.'

export const modulesAtMost = 100
export const lessonsInModuleAtMost = 200
const tooManyModules = `A course has at most ${modulesAtMost} modules.`
const tooManyLessons = `A module has at most ${lessonsInModuleAtMost} lessons.`

const id = z.string().min(1).max(200).optional()
const title = z.string().trim().min(1).max(200)
const titleOrNone = z.string().trim().max(200).default('')
const text = z.string().trim().max(10_000)
const videoUrl = z.string().trim().max(2000)

/** What a form leaves empty some send as null. */
const emptyIfNull = (text: z.ZodString) => text.nullish().transform((text) => text ?? '')

const price = z
  .number('Price must be a number.')
  .min(1, 'The price is at least 1 rupee.')
  .max(500_000, 'The price is at most 5,00,000 rupees.')
  .multipleOf(1, 'The price is in whole rupees.')

const attachment = z.object({
  id: z.string().min(1).max(100),
  name: z.string().trim().min(1).max(200),
})

const duration = z.string().trim().max(50)

const besideTheFilm = {
  duration: duration.default(''),
  is_preview: z.boolean().default(false),
  opens: openingRule
    .optional()
    .describe('When it opens for who has the course; left out: at once.'),
  text: z.string().max(20_000).default('').describe('Markdown.'),
  links: z.array(lessonLink).max(20).default([]),
  attachments: z.array(attachment).max(20).default([]),
}

export const videoInput = z.object({
  title,
  url: videoUrl.min(1).refine(isSafeVideoUrl, addressBeginsWithHttps),
  ...besideTheFilm,
  duration: emptyIfNull(duration),
})

export const moduleInput = z.object({
  title,
  description: emptyIfNull(text),
  videos: z.array(videoInput).max(lessonsInModuleAtMost, tooManyLessons).default([]),
})

/** A course that can be put on sale. */
export const courseInput = z.object({
  title,
  description: text.min(1),
  price,
  ...courseColumns.shape,
  modules: z.array(moduleInput).max(modulesAtMost, tooManyModules).default([]),
  ...coursePage.shape,
})

const videoDraft = z.object({
  id,
  title: titleOrNone,
  url: videoUrl
    .refine((url) => url === '' || isSafeVideoUrl(url), addressBeginsWithHttps)
    .default(''),
  ...besideTheFilm,
  quiz: quiz.nullable().default(null),
  assignment: assignment.nullable().default(null),
})

export const moduleDraft = z.object({
  id,
  title: titleOrNone,
  description: text.default(''),
  videos: z.array(videoDraft).max(lessonsInModuleAtMost, tooManyLessons).default([]),
})

/**
 * A course being written: anything may still be missing, but what is there can be published.
 * Modules and lessons with an `id` of the course are those; others are new.
 */
export const courseDraft = z.object({
  title: titleOrNone,
  description: text.default(''),
  price: price.nullable().default(null).describe('Rupees; null: not set yet.'),
  ...courseColumns.shape,
  modules: z.array(moduleDraft).max(modulesAtMost, tooManyModules).default([]),
  ...coursePage.shape,
})

export type CourseDraft = z.output<typeof courseDraft>
/** All of it but its modules. */
export type CourseDetails = Omit<CourseDraft, 'modules'>
export type ModuleDraft = CourseDraft['modules'][number]
export type VideoDraft = ModuleDraft['videos'][number]

/** What a draft lacks before it can be published, each with its path below the course. */
export function listMissing(course: CourseDraft): { path: string; message: string }[] {
  const missing: { path: string; message: string }[] = []
  const need = (isThere: boolean, path: string, message: string) => {
    if (!isThere) missing.push({ path, message })
  }
  need(course.title !== '', 'title', 'Title is required.')
  need(course.description !== '', 'description', 'Description is required.')
  need(course.price !== null, 'price', 'Price is required.')
  for (const [at, { name, picture, text }] of course.teachers.entries()) {
    need(name !== '' || !(picture || text), `teachers.${at}.name`, 'Name is required.')
  }
  for (const [at, { question, answer }] of course.questions.entries()) {
    need(question !== '' || answer === '', `questions.${at}.question`, 'Question is required.')
  }
  for (const [moduleAt, module] of course.modules.entries()) {
    need(module.title !== '', `modules.${moduleAt}.title`, 'Title is required.')
    for (const [videoAt, video] of module.videos.entries()) {
      const path = `modules.${moduleAt}.videos.${videoAt}`
      need(video.title !== '', `${path}.title`, 'Title is required.')
      need(video.url !== '', `${path}.url`, 'Url is required.')
      const faults = video.quiz ? listQuizFaults(video.quiz) : []
      for (const fault of faults) need(false, `${path}.quiz.${fault.path}`, fault.message)
      const lacks = video.assignment ? listAssignmentFaults(video.assignment) : []
      for (const lack of lacks) need(false, `${path}.assignment.${lack.path}`, lack.message)
    }
  }
  return missing
}
