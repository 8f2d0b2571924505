export type PictureShape = 'cover' | 'portrait'

/** What the server takes at least, and as what it cuts a picture. */
export const shapes: Record<PictureShape, { aspect: number; width: number; height: number }> = {
  cover: { aspect: 16 / 9, width: 640, height: 360 },
  portrait: { aspect: 1, width: 192, height: 192 },
}
