import { createLog, type Log } from '../platform/logging.ts'
import { readGivenSettings, type Settings } from '../platform/settings.ts'
import { type Closers, createClosers } from './closers.ts'

/** Why a command on files and databases fails, in words for the operator. */
const sentences: Record<string, string> = {
  ENOSPC: 'There is no space left on the disk.',
  EDQUOT: 'There is no space left for this user.',
}

/** What a command found that may fail and still has something to say on standard output. */
interface Report {
  exitCode: number
  text: string
}

/**
 * Runs one command to its end: what it resolves to is printed and the exit code is 0, or that of its
 * report; an error is printed as one sentence and the exit code is 1. Closes what it opened either way.
 */
export async function runCommand(
  work: (settings: Settings, log: Log, closers: Closers) => Promise<string | Report>,
  read: () => Settings = () => readGivenSettings(process.env),
): Promise<void> {
  const closers = createClosers()
  const end = createEnd(closers)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => void end(1, 'Stopped before the end.'))
  }
  try {
    const settings = read()
    const done = await work(settings, createLog(settings.logLevel), closers)
    if (typeof done === 'string') await end(0, done)
    else await end(done.exitCode, done.text, process.stdout)
  } catch (error) {
    await end(1, describe(error))
  }
}

type End = (exitCode: number, line: string, to?: NodeJS.WriteStream) => Promise<void>

function createEnd(closers: Closers): End {
  let isEnding = false
  return async (exitCode, line, to) => {
    if (isEnding) return
    isEnding = true
    await closers.closeAll((error) => {
      process.stderr.write(`While stopping: ${error.message}\n`)
    })
    const stream = to ?? (exitCode === 0 ? process.stdout : process.stderr)
    stream.write(`${printable(line)}\n`, () => process.exit(exitCode))
  }
}

/** Names out of a file may hold what a terminal would obey. */
function printable(line: string): string {
  return line.replaceAll(/[^\P{Cc}\n]/gu, '\uFFFD')
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return sentences[code] ?? (error.message || code)
}
