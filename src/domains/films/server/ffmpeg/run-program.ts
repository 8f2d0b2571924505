import { spawn } from 'node:child_process'
import { once } from 'node:events'

interface RunOptions {
  signal?: AbortSignal
  /** Ended when it has told nothing for so long. */
  silenceInMs: number
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

/** Runs a program that may use what nobody else needs of the processor, and nothing of our standard input. */
export async function runProgram(
  program: string,
  args: readonly string[],
  { signal, silenceInMs, onLine, onStart }: RunOptions,
): Promise<Ended> {
  const [command, ...rest] =
    process.platform === 'win32' ? [program, ...args] : ['nice', '-n', '19', program, ...args]
  const child = spawn(command ?? program, rest, { stdio: ['ignore', 'pipe', 'pipe'] })
  const kill = (): void => void child.kill('SIGKILL')
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
    const [exitCode] = (await ended) as [number | null] // by the type of the event
    return { exitCode, stdout, stderr }
  } finally {
    clearTimeout(silence)
    signal?.removeEventListener('abort', kill)
  }
}
