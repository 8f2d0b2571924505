import type { FilmFileName } from '../../../../films/film-file.ts'

/** What the worker is asked to make of a film. */
export interface MakeOrder {
  type: 'make'
  original: Blob
  durationInSeconds: number
  name: FilmFileName
}

export type ToWorker = MakeOrder | { type: 'pause' } | { type: 'go-on' }

/** `nothing`: the film has no use for it. `cannot`: another browser might. */
export type FromWorker =
  | { type: 'progress'; fraction: number }
  | { type: 'made'; file: Blob }
  | { type: 'nothing' }
  | { type: 'cannot'; sentence: string }
