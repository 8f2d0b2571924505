import * as z from 'zod'
import { endpoint } from '../../http/endpoint.ts'
import { courseParams } from '../catalogue/contract.ts'
import { videoProblems } from './video-problem.ts'

const myCourse = z
  .object({
    id: z.string(),
    title: z.string(),
    description: z.string(),
    thumbnail: z.string().nullable(),
    progress: z.number().min(0).max(100).describe('Percent of the course, not rounded.'),
    completed: z.boolean(),
  })
  .meta({ id: 'MyCourse' })

export const listMyCourses = endpoint('GET /my-courses', {
  summary: "The caller's courses with their progress, newest first",
  access: 'learner',
  answer: z.array(myCourse),
})

/** To the millisecond: numbers much smaller than one are more than the database can hold. */
const seconds = z
  .number()
  .min(0)
  .max(1_000_000)
  .overwrite((value) => Math.round(value * 1000) / 1000)

/** A place as it comes and goes: what stands at a second of a film (`place.ts`). */
export const placeFields = {
  video_id: z.string().min(1).max(200),
  film: z.int().min(1).max(1_000_000).describe('The number that its lesson’s film had then.'),
  at_second: seconds,
}

export const progressReport = z.object({
  position: seconds.describe('Where the player stands.'),
  duration: seconds.gt(0),
  played: z
    .array(z.tuple([seconds, seconds]).describe('[from, to]'))
    .max(500)
    .describe('Which parts were really played, in seconds of the video.'),
  opening: z
    .string()
    .max(200)
    .optional()
    .describe('From GET /courses/:course_id/progress, read before the video was begun.'),
  film: placeFields.film
    .optional()
    .describe(
      'Which film of the lesson was played, by the same answer. Of one that was replaced since nothing counts, and nothing is to be reported again.',
    ),
  told_seconds_ago: seconds
    .optional()
    .describe(
      'How long ago the player said so. One that has waited moves the position of nobody who has played on elsewhere since.',
    ),
})

export const reportProgress = endpoint('PUT /courses/:course_id/videos/:video_id/progress', {
  summary: 'Adds played seconds of one video; repeating a report changes nothing',
  access: 'learner',
  params: courseParams.extend({ video_id: z.string().min(1).max(200) }),
  body: progressReport,
  answer: z.object({
    progress: z.number().describe('Percent of the course.'),
    completed: z.boolean().describe('Every video of the course is complete.'),
    video: z.object({
      position: z.number(),
      played_in_seconds: z.number(),
      fraction: z.number().describe('0 to 1; complete from 0.9.'),
      completed: z.boolean(),
    }),
    credited: z
      .array(z.tuple([z.number(), z.number()]))
      .describe('What of the report counts. Report the rest again, later.'),
  }),
  problems: ['course_not_found', 'course_not_owned', 'video_not_found', 'lesson_not_due'],
})

export const getPlanCalendar = endpoint('GET /courses/:course_id/plan.ics', {
  summary: 'When the lessons of an owned course open for the caller, as a calendar file',
  access: 'learner',
  params: courseParams,
  answer: z.string(),
  answerType: 'text/calendar',
  problems: ['course_not_found', 'course_not_owned'],
})

export const reportVideoProblem = endpoint('POST /courses/:course_id/videos/:video_id/problem', {
  summary: 'Tells the academy that a video of the caller’s course will play for nobody',
  access: 'learner',
  params: courseParams.extend({ video_id: z.string().min(1).max(200) }),
  body: z.object({ reason: z.enum(videoProblems) }),
  answer: z.object({ message: z.string() }),
  problems: [
    'course_not_found',
    'course_not_owned',
    'video_not_found',
    'lesson_not_due',
    'too_many_tries',
  ],
})

export const getOfflineKey = endpoint('GET /courses/:course_id/videos/:video_id/offline-key', {
  summary: 'By which a browser keeps the own film of a lesson, to be played without a network',
  access: 'learner',
  isOpenToViews: false,
  params: courseParams.extend({ video_id: z.string().min(1).max(200) }),
  answer: z.object({
    key: z.string().describe('256 bits in base64url, by which all that is kept is encrypted.'),
    film_id: z.string().describe('What is kept of another film plays no more.'),
    film: placeFields.film.describe('Its number: send it with reports of the kept film.'),
    keep_until: z.iso.datetime().describe('Asked again before, it is kept for longer.'),
    opening: z
      .string()
      .describe('Send it with reports of the kept film: it counts from now on, until then.'),
  }),
  problems: ['course_not_found', 'course_not_owned', 'video_not_found', 'lesson_not_due'],
})

export const getProgress = endpoint('GET /courses/:course_id/progress', {
  summary: "The caller's progress in one course, video by video in course order",
  access: 'learner',
  params: courseParams,
  answer: z.object({
    progress: z.number(),
    completed: z.boolean(),
    videos: z.array(
      z.object({
        id: z.string(),
        position: z.number(),
        fraction: z.number(),
        completed: z.boolean(),
        played_at: z.iso
          .datetime()
          .optional()
          .describe('When a player last told of it; left out: never.'),
        is_new: z
          .boolean()
          .describe('Came into the course after the caller had completed it, and is to be seen.'),
        film: z
          .int()
          .describe('Counts the films of other lengths that the lesson has had: names its film.'),
      }),
    ),
    opening: z
      .string()
      .describe(
        'Send it with reports: what was played counts from now on, however late they come.',
      ),
  }),
  problems: ['course_not_owned', 'course_not_found'],
})
