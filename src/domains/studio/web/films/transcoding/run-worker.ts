import { msg, t } from '../../../../../shared/i18n/translate.ts'
import type { FromWorker, MakeOrder } from './messages.ts'
// oxlint-disable-next-line import/default -- the bundler gives it one
import workerUrl from './worker.ts?worker&url'

type Ended = Exclude<FromWorker, { type: 'progress' }>

/** A worker that makes files, one after the other. */
export interface Transcoder {
  make(order: Omit<MakeOrder, 'type'>, onProgress: (fraction: number) => void): Promise<Ended>
  setPaused(isPaused: boolean): void
  close(): void
}

const broken = msg('This browser could not begin to convert the film.')

export function openTranscoder(): Transcoder {
  const trusted = window.trusted?.createScriptURL(workerUrl) ?? workerUrl
  const worker = new Worker(trusted, { type: 'module' })
  return {
    make: (order, onProgress) =>
      new Promise((resolve) => {
        const listening = new AbortController()
        const { signal } = listening
        const end = (ended: Ended): void => {
          listening.abort()
          resolve(ended)
        }
        const hear = ({ data }: MessageEvent<FromWorker>): void => {
          if (data.type === 'progress') onProgress(data.fraction)
          else end(data)
        }
        worker.addEventListener('message', hear, { signal })
        worker.addEventListener('error', () => end({ type: 'cannot', sentence: t(broken) }), {
          signal,
        })
        worker.postMessage({ type: 'make', ...order }, [])
      }),
    setPaused: (isPaused) => worker.postMessage({ type: isPaused ? 'pause' : 'go-on' }, []),
    close: () => worker.terminate(),
  }
}
