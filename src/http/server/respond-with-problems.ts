import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { runInLanguage } from '../../platform/languages/run-in-language.ts'
import { storageTroubleOf } from '../../platform/media/storage-error.ts'
import { msg } from '../../shared/i18n/translate.ts'
import { ProblemError } from '../problem.ts'
import type { ProblemCode } from '../problems.ts'
import { languageOf } from './answer-in-language.ts'

/** Turns whatever a handler throws into a problem document; what is our fault is logged once. */
export function respondWithProblems(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError | Error>((error, request, reply) => {
    // Who went away before a file began to flow gets no answer, and it is nobody's fault.
    if (reply.raw.destroyed && isCutOff(error)) return reply.hijack()
    const refusal = problemFor(error)
    if (isForOperators(refusal)) request.log.error({ err: error }, 'request failed')
    return sendProblem(reply, refusal)
  })
}

/** The answer for `/api/*` addresses that do not exist. */
export async function respondToUnknownCall(_: FastifyRequest, reply: FastifyReply): Promise<void> {
  await sendProblem(reply, new ProblemError('not_found'))
}

export function sendProblem(reply: FastifyReply, refusal: ProblemError): FastifyReply {
  if (refusal.extras.retryAfterInSeconds !== undefined) {
    reply.header('retry-after', Math.ceil(refusal.extras.retryAfterInSeconds))
  }
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer')
  return reply
    .code(refusal.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .serializer(JSON.stringify)
    .send(runInLanguage(languageOf(reply.request), () => refusal.toDocument()))
}

/** Whoever runs the academy has to see it in the log. */
export function isForOperators({ code }: ProblemError): boolean {
  return ['our_fault', 'storage_full', 'storage_unavailable', 'database_not_writable'].includes(
    code,
  )
}

export function problemFor(error: FastifyError | Error): ProblemError {
  if (error instanceof ProblemError) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    const errors = error.validation.map(({ instancePath, message }) => ({
      path: instancePath.split('/').filter(Boolean).map(unescapePointer).join('.'),
      message: message ?? msg('Please check this field.'),
    }))
    const first = errors[0]
    return new ProblemError('invalid_input', { errors, ...(first && { detail: first.message }) })
  }
  if (isTextUnstorable(error)) {
    const message = msg(
      'The text has a character that cannot be saved. Please remove it and try again.',
    )
    return new ProblemError('invalid_input', { errors: [{ path: '', message }] })
  }
  const known = frameworkRefusals['code' in error ? error.code : '']
  return new ProblemError(known ?? refusalByStatus(error))
}

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~')
}

function refusalByStatus(error: FastifyError | Error): ProblemCode {
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (status === 413) return 'too_large'
  if (status === 415) return 'wrong_media_type'
  if (status === 404) return 'not_found'
  if (status !== undefined && status >= 400 && status < 500) return 'invalid_input'
  return refusalByCause(error) ?? 'our_fault'
}

/** What passes once a machine or its disk is mended: worth a retry, not a bug. */
function refusalByCause(error: unknown): ProblemCode | undefined {
  if (!(error instanceof Error)) return undefined
  const trouble = storageTroubleOf(error)
  if (trouble !== null) return trouble === 'full' ? 'storage_full' : 'storage_unavailable'
  const code = 'code' in error ? String(error.code) : ''
  if (['53100', '25006'].includes(code)) return 'database_not_writable'
  const isDatabaseAway =
    ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', '57P01', '57P02', '57P03', '53300'].includes(
      code,
    ) ||
    /Connection terminated|is not queryable|timeout exceeded when trying to connect/.test(
      error.message,
    )
  return isDatabaseAway ? 'not_ready' : refusalByCause(error.cause)
}

function isCutOff(error: Error): boolean {
  return 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
}

/** True for the one character of JSON that PostgreSQL takes neither as text nor inside JSON. */
function isTextUnstorable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return ['22021', '22P05'].includes(code) || isTextUnstorable(error.cause)
}

const frameworkRefusals: Record<string, ProblemCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrong_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_input',
}
