import * as z from 'zod'
import { endpoint } from '../../http/endpoint.ts'
import { captionsLanguage } from './captions/captions-language.ts'
import { fileNames, renditionNames } from './film-file.ts'

export const filmStates = ['uploading', 'processing', 'ready', 'failed'] as const
export type FilmState = (typeof filmStates)[number]

const chapters = z.array(z.object({ at: z.number().describe('Seconds.'), title: z.string() }))

const film = z
  .object({
    id: z.string(),
    state: z.enum(filmStates).describe('While processing, the original plays, if it does at all.'),
    plays: z.boolean().describe('False: it is of a kind that plays only once it is converted.'),
    duration_in_seconds: z.number().nullable(),
    renditions: z.array(
      z.object({
        name: z.enum(renditionNames),
        height: z.int().nullable().describe('Null: sound alone, or not known.'),
        bits_per_second: z.int(),
        size_in_bytes: z.int(),
      }),
    ),
    message: z.string().optional().describe('Why it failed, or what could not be made of it.'),
    filename: z.string(),
    course_id: z.string().nullable().describe('Null: that course is gone.'),
    created_at: z.iso.datetime(),
    progress: z.number().min(0).max(1).optional().describe('While processing: how much is made.'),
    captions: z.array(z.object({ language: z.string(), label: z.string(), url: z.string() })),
    chapters,
    url: z.string().optional().describe('Plays it for who asks, for some minutes.'),
    made_by: z.enum(['server', 'browser']).describe('Who makes its smaller files.'),
    missing: z
      .array(z.enum(fileNames))
      .describe('What browsers have still to make of it, in the order in which it is needed.'),
    original: z
      .object({ url: z.string(), size_in_bytes: z.int() })
      .optional()
      .describe('What was uploaded, for who makes smaller files of it.'),
  })
  .meta({ id: 'Film' })

const filmParams = z.object({ id: z.uuid() })

export const getFilm = endpoint('GET /admin/films/:id', {
  summary: 'A film, made from the upload of the same id',
  access: { right: 'courses' },
  params: filmParams,
  answer: film,
  problems: ['film_not_found'],
})

export const listFilms = endpoint('GET /admin/films', {
  summary: 'The films that were uploaded for a course, newest first',
  access: { right: 'courses' },
  query: z.object({ course_id: z.string().min(1).max(200) }),
  answer: z.object({ films: z.array(film) }),
})

export const deleteFilm = endpoint('DELETE /admin/films/:id', {
  summary: 'Removes a film that no draft and no publication names',
  access: { right: 'courses' },
  params: filmParams,
  answer: z.object({ message: z.string() }),
  problems: ['film_not_found', 'film_in_use'],
})

export const deleteMissing = endpoint('DELETE /admin/films/:id/missing/:name', {
  summary: 'Leaves out what a browser found that it need not or cannot make of a film',
  access: { right: 'courses' },
  params: filmParams.extend({ name: z.enum(fileNames) }),
  answer: z.object({ missing: z.array(z.enum(fileNames)) }),
  problems: ['film_not_found'],
})

const captionsParams = filmParams.extend({ language: captionsLanguage })

export const putCaptions = endpoint('PUT /admin/films/:id/captions/:language', {
  summary: 'Gives a film captions in a language, from WebVTT or SubRip; they are shown at once',
  access: { right: 'courses' },
  params: captionsParams,
  body: z.object({
    label: z.string().trim().min(1).max(100).describe('How the player names them.'),
    text: z.string().describe('The whole file, up to 1 MB.'),
  }),
  answer: z.object({ language: z.string(), label: z.string(), cues: z.int() }),
  problems: ['film_not_found', 'captions_unreadable', 'too_large'],
})

export const deleteCaptions = endpoint('DELETE /admin/films/:id/captions/:language', {
  summary: 'Takes the captions in a language away from a film',
  access: { right: 'courses' },
  params: captionsParams,
  answer: z.object({ message: z.string() }),
  problems: ['film_not_found', 'captions_not_found'],
})

export const putChapters = endpoint('PUT /admin/films/:id/chapters', {
  summary: 'Gives a film chapters, from lines such as "1:30 Welcome"; they are shown at once',
  access: { right: 'courses' },
  params: filmParams,
  body: z.object({ text: z.string().max(50_000).describe('Empty: the film has no chapters.') }),
  answer: z.object({ chapters }),
  problems: ['film_not_found'],
})
