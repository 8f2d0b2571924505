import { StartError } from './start-error.ts'

/**
 * One sentence for the person who started the academy, without a stack: what is wrong, and what to
 * do where that is known.
 */
export function explainStartFailure(error: unknown): string {
  const causes = listCauses(error)
  const refusal = causes.find((cause) => cause instanceof StartError)
  if (refusal) return asSentence(refusal.message)
  for (const cause of causes) {
    const explained = explainByCode(cause)
    if (explained !== undefined) return asSentence(explained)
  }
  const last = causes.at(-1)
  return asSentence(`The academy cannot start: ${last?.message || String(last ?? error)}`)
}

interface CodedError extends Error {
  code?: unknown
  syscall?: unknown
  address?: unknown
  port?: unknown
  path?: unknown
}

/** From the outermost on. Only the innermost says what happened: a failed query tells all its values. */
function listCauses(error: unknown): CodedError[] {
  if (!(error instanceof Error)) return []
  return [error, ...listCauses(error.cause)]
}

function explainByCode(error: CodedError): string | undefined {
  const { code, syscall } = error
  if (typeof code !== 'string') return undefined
  if (syscall === 'listen' || syscall === 'bind') return explainListening(error, code)
  const path = typeof error.path === 'string' ? error.path : 'the disk'
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `There is no space left for ${path}`
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `This user may not use ${path} (${code})`
    case '53100':
      return `There is no space left on the disk of the database: ${error.message}`
    case '25006':
      return `The database takes no changes: ${error.message}`
    case '42501':
      return `The database does not let its user do what the academy needs: ${error.message}`
    default:
      return undefined
  }
}

function explainListening({ address, port, message }: CodedError, code: string): string {
  const where = `port ${String(port)} of ${String(address)}`
  if (code === 'EADDRINUSE') {
    return `Port ${String(port)} of ${String(address)} is in use by another program: stop that, or choose another PORT`
  }
  if (code === 'EACCES') return `This user may not listen on ${where}: choose a PORT above 1023`
  if (code === 'EADDRNOTAVAIL') return `This machine has no address ${String(address)}: see HOST`
  return `The academy cannot listen on ${where}: ${message}`
}

/** A message may hold line ends, and a dot of its own. */
function asSentence(text: string): string {
  return `${text.replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '')}.`
}
