import type { Rendition } from './film.ts'

/** What a network must carry beyond a film's average, so that its richer scenes come in time. */
const HEADROOM = 1.5
/** Less than this in hand is kept for the size that plays. */
const ENOUGH_AHEAD_IN_SECONDS = 8
/** Of the shorter side: 480p, whose sides are rounded to whole dots. */
const PICTURE_OF_SMALL_SCREENS = 484
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

export interface PictureSize {
  width: number
  height: number
}

/** Where Auto begins: low, so that the first picture comes at once. `sizes` largest first. */
export function chooseFirst(sizes: readonly Rendition[], hint: NetworkHint): Rendition | undefined {
  const pictures = withPictures(sizes)
  const downlink = hint.downlink ?? 0
  const isGood =
    hint.saveData !== true && hint.effectiveType === '4g' && downlink >= GOOD_DOWNLINK_IN_MBITS
  const small = pictures.findLast(
    (size) => size.name !== 'data_saver' && size.bits_per_second * HEADROOM <= downlink * 1e6,
  )
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
    screen,
    aspect,
    isSavingData,
  }: {
    current: Rendition
    /** As measured; null while nothing is known. */
    bitsPerSecond: number | null
    /** What is buffered beyond the position. */
    aheadInSeconds: number
    /** The player, in pixels of the device. */
    screen: PictureSize
    /** Of the film, its width by its height; upright ones are below 1. */
    aspect: number
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
      isOfUse(size, { screen, aspect }),
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
function isOfUse(
  { height: given }: Rendition,
  { screen, aspect }: { screen: PictureSize; aspect: number },
): boolean {
  const height = given ?? 0
  const shownHeight = Math.min(screen.height, screen.width / aspect)
  const shorterSide = height * Math.min(1, aspect)
  return shorterSide <= PICTURE_OF_SMALL_SCREENS || height <= shownHeight * 1.35
}
