import type { VideoLink } from '../../catalogue/video-link.ts'
import { captionsUrlBeside } from './captions-url.ts'
import { chooseFirst, type NetworkHint } from './choose-rendition.ts'
import { type CaptionsTrack, createVideo, discardVideo } from './create-video.ts'
import type { Film, Rendition } from './film.ts'
import { listSizes, readSize, type SizeChoice } from './sizes.ts'

/** A file on its way, in an element that is not in the page yet. */
export interface BegunVideo {
  /** The element, for the player that plays it from here on; null if it was taken or discarded. */
  take: () => HTMLVideoElement | null
  discard: () => void
}

/**
 * Asks for a file at the press of play, while the player itself is still being fetched: one after
 * the other, each of them would wait for the network's answer. Null: the provider's player does that.
 */
export function beginVideo(
  document: Document,
  { link, film, title }: { link: VideoLink; film: Film | null; title: string },
): BegunVideo | null {
  if (link.provider !== 'file') return null
  const rendition = film && chooseBegin(film, readSize(localStorage), readNetworkHint())
  const captions = captionsOf(film, captionsUrlBeside(link.url))
  let video: HTMLVideoElement | null = createVideo(document, { title, captions })
  video.src = rendition?.url ?? link.url
  const take = () => {
    const taken = video
    video = null
    return taken
  }
  return {
    take,
    discard: () => {
      const taken = take()
      if (taken) discardVideo(taken)
    },
  }
}

/** What plays first: the size that was chosen, or where Auto begins. */
export function chooseBegin(film: Film, size: SizeChoice, hint: NetworkHint): Rendition | null {
  const sizes = listSizes(film)
  return sizes.find(({ name }) => name === size) ?? chooseFirst(sizes, hint) ?? null
}

export function captionsOf(
  film: Film | null,
  captionsUrl: string | null,
): readonly CaptionsTrack[] {
  if (film !== null) return film.captions
  return captionsUrl === null ? [] : [{ language: 'en', label: 'English', url: captionsUrl }]
}

/** Where the network's own word is to be had; most browsers say nothing. */
export function readNetworkHint(): NetworkHint {
  // Not in the types: a draft that only some browsers have.
  return (navigator as Navigator & { connection?: NetworkHint }).connection ?? {}
}
