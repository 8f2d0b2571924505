import { call } from '../../../../../ui/call.ts'
import type { FilmFileName } from '../../../../films/film-file.ts'
import type { ShownFilm } from '../film-queries.ts'
import { fetchOriginal } from './fetch-original.ts'
import type { Pause } from './pause.ts'
import type { Transcoder } from './run-worker.ts'
import { RefusedRendition, sendRendition } from './send-rendition.ts'

/** What stands in the way, as a sentence; going on may help. */
export class StoppedError extends Error {}

interface Work {
  filmId: string
  /** Undefined: it is fetched. */
  original: Blob | undefined
  /** Opened once there is something to make. */
  maker: () => Transcoder
  pause: Pause
  show: (step: Step) => void
}

export interface Step {
  doing: 'fetching' | 'making' | 'sending'
  name: FilmFileName
  fraction: number
  left: number
}

/** Makes what a film lacks, in the order in which it is needed; each is sent as soon as it is made. */
export async function makeMissing(work: Work): Promise<void> {
  const { filmId, pause, show } = work
  const ask = () => call('GET /admin/films/:id', { params: { id: filmId } })
  let { original } = work
  for (let film = await ask(); ; film = await ask()) {
    const [name] = film.missing
    if (name === undefined || film.made_by !== 'browser') return
    const left = film.missing.length
    await pause.passed()
    original ??= await fetchOriginal(ask, {
      ...work,
      onProgress: (fraction) => show({ doing: 'fetching', name, fraction, left }),
    })
    const file = await make(work, { film, original, name })
    if (file === null) await leaveOut(filmId, name)
    else {
      show({ doing: 'sending', name, fraction: 1, left })
      await send(work, { name, file, ask })
    }
  }
}

/** Null: the film has no use for it. */
async function make(
  { maker, show }: Work,
  { film, original, name }: { film: ShownFilm; original: Blob; name: FilmFileName },
): Promise<Blob | null> {
  const left = film.missing.length
  show({ doing: 'making', name, fraction: 0, left })
  const order = { original, name, durationInSeconds: film.duration_in_seconds ?? 0 }
  const ended = await maker().make(order, (fraction) =>
    show({ doing: 'making', name, fraction, left }),
  )
  if (ended.type === 'cannot') throw new StoppedError(ended.sentence)
  if (ended.type === 'nothing') return null
  // Nothing is larger than it was; the original then plays in its place.
  const isInVain = ended.file.type.startsWith('video/') && ended.file.size >= original.size
  return isInVain ? null : ended.file
}

async function leaveOut(id: string, name: FilmFileName): Promise<void> {
  await call('DELETE /admin/films/:id/missing/:name', {
    params: { id, name },
  })
}

async function send(
  { filmId }: Work,
  { name, file, ask }: { name: FilmFileName; file: Blob; ask: () => Promise<ShownFilm> },
): Promise<void> {
  try {
    await sendRendition(file, { filmId, name })
  } catch (error) {
    if (!(error instanceof RefusedRendition)) throw error
    // Another window, or an answer that was lost: it is there.
    if ((await ask()).missing.includes(name)) throw new StoppedError(error.message)
  }
}
