import { type RefObject, useMemo, useRef } from 'react'

/** What stands in the list of what is said, at its second, besides the captions. */
export interface FilmMark {
  id: string
  /** In seconds. */
  at: number
  text: string
  /** What it is, such as 'Note'. */
  kind: string
}

/** What stands beside a film may do with it, be it a file or in a provider's player. */
export interface PlayerHandle {
  /** Where it stands; of a player that nobody has opened, where it would begin. In seconds. */
  readPosition: () => number
  isPlaying: () => boolean
  /** Brings it into view at this second; a player that nobody has opened starts there. */
  seek: (positionInSeconds: number) => void
  play: () => void
  pause: () => void
  /** Takes the place of the marks from the same source. */
  mark: (source: string, marks: readonly FilmMark[]) => void
}

/** One handle for all lessons of a classroom; `ref` is for the player of the open one. */
export function usePlayerHandle(): { player: PlayerHandle; ref: RefObject<PlayerHandle | null> } {
  const ref = useRef<PlayerHandle>(null)
  const player = useMemo<PlayerHandle>(
    () => ({
      readPosition: () => ref.current?.readPosition() ?? 0,
      isPlaying: () => ref.current?.isPlaying() ?? false,
      seek: (positionInSeconds) => ref.current?.seek(positionInSeconds),
      play: () => ref.current?.play(),
      pause: () => ref.current?.pause(),
      mark: (source, marks) => ref.current?.mark(source, marks),
    }),
    [],
  )
  return { player, ref }
}
