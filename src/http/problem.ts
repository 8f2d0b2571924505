import * as z from 'zod'
import { t } from '../shared/i18n/translate.ts'
import { type ProblemCode, problems } from './problems.ts'

/** RFC 9457 problem document: the shape of every error answer. */
export const problemDocument = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe('One sentence for people.'),
    code: z.string().describe('A stable word for machines.'),
    errors: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .optional()
      .describe('For bad input: each path and what is wrong with it.'),
    revision: z.int().optional().describe('With `draft_conflict`: that of what is saved now.'),
    course: z.unknown().optional().describe('With `draft_conflict`: what is saved now.'),
    challenge: z
      .string()
      .optional()
      .describe('With `second_step_needed`: what its code is sent with.'),
    content: z.unknown().optional().describe('The same of a page.'),
  })
  .meta({ id: 'Problem' })

export type ProblemDocument = z.infer<typeof problemDocument>

interface RefusalExtras {
  /** Replaces the table's sentence where a more exact one is known. */
  detail?: string
  errors?: { path: string; message: string }[]
  retryAfterInSeconds?: number
  /** What else the document tells, by the problem's own contract (RFC 9457, 3.2). */
  members?: Pick<ProblemDocument, 'revision' | 'course' | 'content' | 'challenge'>
}

/**
 * An expected "no". Thrown anywhere on the server; answered as a problem document, in the language
 * of who reads it.
 */
export class ProblemError extends Error {
  readonly code: ProblemCode
  readonly extras: RefusalExtras

  constructor(code: ProblemCode, extras: RefusalExtras = {}) {
    super(extras.detail ?? problems[code][1])
    this.name = 'ProblemError'
    this.code = code
    this.extras = extras
  }

  get status(): number {
    return problems[this.code][0]
  }

  toDocument(): ProblemDocument {
    return {
      type: `/problems/${this.code.replaceAll('_', '-')}`,
      title: titles[this.status] ?? 'Error',
      status: this.status,
      detail: t(this.message),
      code: this.code,
      ...(this.extras.errors && {
        errors: this.extras.errors.map(({ path, message }) => ({ path, message: t(message) })),
      }),
      ...this.extras.members,
    }
  }
}

const titles: Record<number, string> = {
  400: 'Bad request',
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  413: 'Too large',
  415: 'Unsupported media type',
  429: 'Too many requests',
  500: 'Internal server error',
  502: 'Bad gateway',
  503: 'Service unavailable',
  507: 'Insufficient storage',
}
