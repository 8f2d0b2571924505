import type { FromWorker, MakeOrder } from './messages.ts'

type Ended = Exclude<FromWorker, { type: 'progress' }>

/** A worker that makes files, one after the other. */
export interface Maker {
  make(order: Omit<MakeOrder, 'type'>, onProgress: (fraction: number) => void): Promise<Ended>
  setPaused(isPaused: boolean): void
  close(): void
}

export function openMaker(): Maker {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  return {
    make: (order, onProgress) =>
      new Promise((resolve) => {
        worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
          if (data.type === 'progress') onProgress(data.fraction)
          else resolve(data)
        }
        worker.onerror = () =>
          resolve({ type: 'cannot', sentence: 'This browser could not begin to convert the film.' })
        worker.postMessage({ type: 'make', ...order })
      }),
    setPaused: (isPaused) => worker.postMessage({ type: isPaused ? 'pause' : 'go-on' }),
    close: () => worker.terminate(),
  }
}
