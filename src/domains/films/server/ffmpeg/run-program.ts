import { spawn } from 'node:child_process'
import { once } from 'node:events'

interface RunOptions {
  signal?: AbortSignal
  onLine?: (line: string) => void
  onStart?: (pid: number) => Promise<void>
}

export interface Ended {
  exitCode: number | null
  stdout: string
  /** The last of what it complained about. */
  stderr: string
}

const keptInBytes = 64 * 1024
/** They tell at once, or twice a second; but on a busy server they may wait long for the processor. */
const silenceInMs = 5 * 60_000
/** Sent from outside, as to all of a process group that is to stop. By others, and for want of memory, a program ends over what it reads. */
const fromOutside = new Set(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'])
/** As ffmpeg ends when it is told to by one of them. */
const toldToEnd = 255

/**
 * Runs a program that may use what nobody else needs of the processor, and nothing of our standard input.
 * It is ended when it has told nothing for five minutes.
 * Throws where somebody else told it to end: that says nothing of what it read.
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  { signal, onLine, onStart }: RunOptions = {},
): Promise<Ended> {
  const [command, ...rest] =
    process.platform === 'win32' ? [program, ...args] : ['nice', '-n', '19', program, ...args]
  const child = spawn(command ?? program, rest, { stdio: ['ignore', 'pipe', 'pipe'] })
  let isOurs = false
  const kill = (): void => {
    isOurs = true
    child.kill('SIGKILL')
  }
  let silence = setTimeout(kill, silenceInMs)
  let [stdout, stderr, line] = ['', '', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    clearTimeout(silence)
    silence = setTimeout(kill, silenceInMs)
    stdout = (stdout + text).slice(-keptInBytes)
    const lines = (line + text).split('\n')
    line = lines.pop() ?? ''
    for (const one of lines) onLine?.(one)
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-keptInBytes)
  })
  signal?.addEventListener('abort', kill)
  try {
    const ended = once(child, 'close')
    if (signal?.aborted) kill()
    if (child.pid !== undefined) await onStart?.(child.pid)
    // By the type of the event.
    const [exitCode, by] = (await ended) as [number | null, NodeJS.Signals | null]
    if (!isOurs && (exitCode === toldToEnd || fromOutside.has(by ?? '')))
      throw new Error(`${program} was told to end: ${stderr.slice(-2000)}`)
    return { exitCode, stdout, stderr }
  } finally {
    clearTimeout(silence)
    signal?.removeEventListener('abort', kill)
  }
}
