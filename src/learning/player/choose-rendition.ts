import type { Rendition } from './film.ts'

/** What a network must carry beyond a film's average, so that its richer scenes come in time. */
const HEADROOM = 1.5
/** Less than this in hand is kept for the size that plays. */
const ENOUGH_AHEAD_IN_SECONDS = 8
const PICTURE_OF_SMALL_SCREENS = 480
/**
 * From here on a first measurement by the browser is believed enough to skip the smallest size, whose
 * index is fetched in a third of the time.
 */
const GOOD_DOWNLINK_IN_MBITS = 5

/** What the browser knows of the network before anything was fetched; absent in many browsers. */
export interface NetworkHint {
  effectiveType?: string
  /** In Mbit/s. */
  downlink?: number
  /** In ms. */
  rtt?: number
  saveData?: boolean
}

/** Where Auto begins: low, so that the first picture comes at once. `sizes` largest first. */
export function chooseFirst(sizes: readonly Rendition[], hint: NetworkHint): Rendition | undefined {
  const pictures = withPictures(sizes)
  const isGood =
    hint.saveData !== true &&
    hint.effectiveType === '4g' &&
    (hint.downlink ?? 0) >= GOOD_DOWNLINK_IN_MBITS
  const small = pictures.find(({ name }) => name === '480p')
  return (isGood ? small : undefined) ?? pictures.at(-1) ?? sizes.at(-1)
}

/**
 * What Auto should play from here on: the largest that the network has shown to carry and that the
 * screen can show, never with an empty buffer. The present one while there is no reason to change.
 */
export function chooseNext(
  sizes: readonly Rendition[],
  {
    current,
    bitsPerSecond,
    aheadInSeconds,
    heightInPixels,
    isSavingData,
  }: {
    current: Rendition
    /** As measured; null while nothing is known. */
    bitsPerSecond: number | null
    /** What is buffered beyond the position. */
    aheadInSeconds: number
    /** Of the player, in pixels of the device. */
    heightInPixels: number
    isSavingData: boolean
  },
): Rendition {
  if (bitsPerSecond === null || isSavingData || aheadInSeconds < ENOUGH_AHEAD_IN_SECONDS) {
    return current
  }
  const larger = withPictures(sizes).find(
    (size) =>
      size.bits_per_second > current.bits_per_second &&
      size.bits_per_second * HEADROOM <= bitsPerSecond &&
      isOfUse(size, heightInPixels),
  )
  return larger ?? current
}

/** After a stall: the largest below the present one that the network carries, else the smallest. */
export function chooseLower(
  sizes: readonly Rendition[],
  { current, bitsPerSecond }: { current: Rendition; bitsPerSecond: number | null },
): Rendition {
  const lower = withPictures(sizes).filter((size) => size.bits_per_second < current.bits_per_second)
  const carried = lower.find((size) => size.bits_per_second * HEADROOM <= (bitsPerSecond ?? 0))
  return carried ?? lower.at(-1) ?? current
}

function withPictures(sizes: readonly Rendition[]): Rendition[] {
  return sizes.filter(({ name }) => name !== 'sound_only')
}

/** A picture much finer than the player costs bytes that nobody sees. */
function isOfUse({ height }: Rendition, heightInPixels: number): boolean {
  return (height ?? 0) <= Math.max(PICTURE_OF_SMALL_SCREENS, heightInPixels * 1.35)
}
