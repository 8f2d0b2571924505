/** As many as `tokens.css` has under `data-palette`. */
export const paletteCount = 8
/** As many as `public/cover-figures.svg` has. */
export const figureCount = 8
/** Where the figure stands in the picture: the middle, the left, the right, and rising from below. */
export const crops = [
  '-160 -90 320 180',
  '-60 -70 240 135',
  '-180 -65 240 135',
  '-120 -115 240 135',
] as const

interface CoverLook {
  palette: number
  figure: number
  viewBox: string
}

/** How the cover drawn for a course looks: always the same for the same id, and unlike most others. */
export function chooseCover(courseId: string): CoverLook {
  let mixed = 2_166_136_261
  for (const character of courseId) {
    mixed = Math.imul(mixed ^ (character.codePointAt(0) ?? 0), 16_777_619)
  }
  const bits = (mixed ^ (mixed >>> 15)) >>> 0
  return {
    palette: bits % paletteCount,
    figure: (bits >>> 3) % figureCount,
    viewBox: crops[(bits >>> 6) % crops.length] ?? crops[0],
  }
}
