import type { SpriteGrid } from './film-file.ts'

const posterWidth = 1280
const thumbnailSide = 160
const columns = 10
/** Beyond this the small pictures stand further apart: browsers hold them all at once. */
const mostThumbnails = 600
const thumbnailEveryInSeconds = 10

export interface PictureSize {
  width: number
  height: number
}

export function planPosterSize({ width, height }: PictureSize): PictureSize {
  const shown = evenly(Math.min(posterWidth, width))
  return { width: shown, height: evenly((height * shown) / width) }
}

/** Where the picture of the poster stands in the film. */
export function planPosterSecond(durationInSeconds: number): number {
  return Math.min(10, durationInSeconds / 10)
}

/** The small pictures of the seek bar: how large each is, and how they stand in one file. */
export function planSpriteGrid({
  durationInSeconds,
  width,
  height,
}: PictureSize & { durationInSeconds: number }): PictureSize & { grid: SpriteGrid } {
  const every = Math.max(thumbnailEveryInSeconds, Math.ceil(durationInSeconds / mostThumbnails))
  const rows = Math.ceil(Math.ceil(durationInSeconds / every) / columns)
  const longer = Math.max(width, height)
  return {
    width: evenly((width * thumbnailSide) / longer),
    height: evenly((height * thumbnailSide) / longer),
    grid: { columns, rows, every_in_seconds: every },
  }
}

function evenly(dots: number): number {
  return Math.max(2, 2 * Math.round(dots / 2))
}
