import type { VideoLink } from '../../../catalogue/video-link.ts'
import { chooseFirst, type NetworkHint } from './choose-rendition.ts'
import type { Film, Rendition } from './film.ts'
import { listSizes, readSize, type SizeChoice } from './sizes.ts'

/** A file on its way, in an element that is not in the page yet. */
export interface BegunVideo {
  /** For the player that plays it from here on; null if it was taken or discarded. */
  take: () => Begun | null
  discard: () => void
}

interface Begun {
  video: HTMLVideoElement
  /** Null: a file of which only one size is known. */
  rendition: Rendition | null
}

/**
 * Asks for a file at the press of play, while the player itself is still being fetched: one after
 * the other, each of them would wait for the network's answer. Null: the provider's player does that.
 */
export function beginVideo(
  document: Document,
  { link, film }: { link: VideoLink; film: Film | null },
): BegunVideo | null {
  if (link.provider !== 'file') return null
  const rendition = film && chooseBegin(film, readSize(localStorage), readNetworkHint())
  const video = document.createElement('video')
  video.preload = 'auto'
  video.src = rendition?.url ?? link.url
  let begun: Begun | null = { video, rendition }
  const take = () => {
    const taken = begun
    begun = null
    return taken
  }
  return {
    take,
    discard: () => {
      const taken = take()
      if (taken) discardVideo(taken.video)
    },
  }
}

/** What plays first: the size that was chosen, or where Auto begins. */
export function chooseBegin(film: Film, size: SizeChoice, hint: NetworkHint): Rendition | null {
  const sizes = listSizes(film)
  return sizes.find(({ name }) => name === size) ?? chooseFirst(sizes, hint) ?? null
}

/** Where the network's own word is to be had; most browsers say nothing. */
export function readNetworkHint(): NetworkHint {
  // Not in the types: a draft that only some browsers have.
  return (navigator as Navigator & { connection?: NetworkHint }).connection ?? {}
}

/** Without this a browser goes on fetching a file that nobody sees. */
export function discardVideo(video: HTMLVideoElement): void {
  video.pause()
  video.removeAttribute('src')
  video.load()
  video.remove()
}
