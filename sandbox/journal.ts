import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

/**
 * Append-only file of JSON lines. A line is one change as a whole, so a process killed in the
 * middle loses the change it was writing and nothing else.
 */
export interface Journal {
  /** Every complete line, oldest first; a torn one is left out. */
  read(): unknown[]
  append(line: unknown): void
  /** Replaces all lines at once, so that a file of many changes becomes one of few states. */
  replace(lines: unknown[]): void
  close(): void
}

/** Nothing is written before the first append, so a second program that only looks does no harm. */
export function openJournal(folder: string): Journal {
  const path = join(folder, 'razorpay-stand-in.jsonl')
  let file: number | null = null
  // The last line may be torn by a crash: the next one must not be glued to it.
  let isTorn = true

  function open(): number {
    mkdirSync(folder, { recursive: true })
    return openSync(path, 'a', 0o600)
  }

  function close(): void {
    if (file !== null) closeSync(file)
    file = null
  }

  return {
    close,
    read() {
      if (!existsSync(path)) return []
      return readFileSync(path, 'utf8').split('\n').flatMap(parseLine)
    },
    append(line) {
      file ??= open()
      const text = `${isTorn ? '\n' : ''}${JSON.stringify(line)}\n`
      isTorn = true
      writeSync(file, text)
      isTorn = false
    },
    replace(lines) {
      close()
      mkdirSync(folder, { recursive: true })
      const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
      writeFileSync(`${path}.new`, text, { mode: 0o600 })
      renameSync(`${path}.new`, path)
    },
  }
}

function parseLine(line: string): unknown[] {
  if (line === '') return []
  try {
    return [JSON.parse(line)]
  } catch {
    return []
  }
}
