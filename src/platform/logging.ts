import { DrizzleQueryError } from 'drizzle-orm'
import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/**
 * Structured logs, on standard output unless told otherwise. Never holds passwords, tokens, codes
 * or card data.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    serializers: { err: (error: Error) => pino.stdSerializers.err(withoutValues(error)) },
    redact: {
      paths: [
        'password',
        'token',
        'credential',
        'verification_code',
        'authorization',
        '*.password',
        '*.token',
        '*.authorization',
        'req.headers.authorization',
        'err.config',
      ],
      censor: '[hidden]',
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** A failed query tells all its values, and a mail's text is one of them. */
function withoutValues(error: Error): Error {
  if (!(error instanceof DrizzleQueryError)) return error
  const plain = new Error(`Failed query: ${error.query}`, { cause: error.cause })
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? []
  plain.stack = [plain.message, ...frames].join('\n')
  return plain
}
