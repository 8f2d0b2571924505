import { msg, t } from '../../../../../shared/i18n/translate.ts'
import { makeMissing, type Step, StoppedError } from './make-missing.ts'
import { createPause } from './pause.ts'
import { openTranscoder, type Transcoder } from './run-worker.ts'

/** `elsewhere`: another window of this browser is at it. */
export interface FilmTranscoding {
  state: 'queued' | 'working' | 'paused' | 'stopped' | 'elsewhere'
  step?: Step
  /** Why it stopped. */
  sentence?: string
}

const lost = msg('The connection was lost. What is made already stays.')
const shown = new Map<string, FilmTranscoding>()
const listeners = new Set<() => void>()
const controls = new Map<string, (isPaused: boolean) => void>()
/** The files that were uploaded in this page need not be fetched again. */
const originals = new Map<string, Blob>()
let queue = Promise.resolve()

export function readTranscoding(filmId: string): FilmTranscoding | undefined {
  return shown.get(filmId)
}

export function listenToTranscoding(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Makes the smaller files of a film, after those that were begun before it; for as long as the page is open. */
export function startTranscoding(filmId: string, original?: Blob): void {
  if (original) originals.set(filmId, original)
  const state = shown.get(filmId)?.state
  if (state !== undefined && state !== 'stopped' && state !== 'elsewhere') return
  show(filmId, { state: 'queued' })
  // One at a time: each takes all of the encoder.
  queue = queue.then(() => runAlone(filmId))
}

export function pauseTranscoding(filmId: string, isPaused: boolean): void {
  controls.get(filmId)?.(isPaused)
}

async function runAlone(filmId: string): Promise<void> {
  // Browsers have locks over https and on this machine only.
  if (!('locks' in navigator)) return run(filmId)
  await navigator.locks.request(`film ${filmId}`, { ifAvailable: true }, async (lock) => {
    if (lock) await run(filmId)
    else show(filmId, { state: 'elsewhere' })
  })
}

async function run(filmId: string): Promise<void> {
  let maker: Transcoder | undefined
  const pause = createPause()
  controls.set(filmId, (isPaused) => {
    pause.set(isPaused)
    maker?.setPaused(isPaused)
    change(filmId, { state: isPaused ? 'paused' : 'working' })
  })
  show(filmId, { state: 'working' })
  try {
    await makeMissing({
      filmId,
      original: originals.get(filmId),
      maker: () => {
        maker ??= openTranscoder()
        return maker
      },
      pause,
      show: (step) => change(filmId, { step }),
    })
    originals.delete(filmId)
    show(filmId, undefined)
  } catch (error) {
    const sentence = error instanceof StoppedError ? error.message : t(lost)
    show(filmId, { state: 'stopped', sentence })
  } finally {
    controls.delete(filmId)
    maker?.close()
  }
}

function change(filmId: string, changed: Partial<FilmTranscoding>): void {
  show(filmId, { ...(shown.get(filmId) ?? { state: 'working' }), ...changed })
}

function show(filmId: string, making: FilmTranscoding | undefined): void {
  if (making) shown.set(filmId, making)
  else shown.delete(filmId)
  for (const listener of listeners) listener()
}
