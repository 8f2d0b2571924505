import * as z from 'zod'
import { courseDraft } from '../course-input.ts'

export const courseFileFormat = 'academy-course'
export const courseFileVersion = 1

/** Of a whole file as it is sent: a course of 2,000 lessons with their texts, and its pictures. */
export const courseFileInBytes = 12 * 1024 * 1024
/** Of all pictures of a file, as they lie on a disk; in the file they are a third longer. */
export const picturesInBytes = 4 * 1024 * 1024

const picture = z.object({
  address: z.string().min(1).max(500).describe('As the course names it.'),
  type: z.enum(['image/svg+xml', 'image/png', 'image/jpeg', 'image/webp', 'image/avif']),
  data: z.base64('This picture cannot be read.').max((picturesInBytes / 3) * 4),
})

/** A course as one file: its texts, and the pictures that lie in the academy; films by reference. */
export const courseFile = z
  .object(
    {
      format: z.literal(courseFileFormat, 'This is not a course file.'),
      version: z.literal(
        courseFileVersion,
        'This file is of a version that this academy does not know.',
      ),
      exported_at: z.iso.datetime().optional(),
      course: courseDraft.describe('Modules and lessons without ids.'),
      pictures: z.array(picture).max(30).default([]),
    },
    'This is not a course file.',
  )
  .meta({ id: 'CourseFile' })

export type CourseFile = z.output<typeof courseFile>

/** As it comes in: only that it is such a file is known. What is inside is for `readCourseFile`. */
export const sentCourseFile = z.looseObject(
  courseFile.pick({ format: true, version: true }).shape,
  'This is not a course file.',
)

export type SentCourseFile = z.output<typeof sentCourseFile>
