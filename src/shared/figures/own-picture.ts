/** As what an uploaded picture is kept, the smallest file first: browsers take the first that they know. */
export const pictureFormats = ['avif', 'webp', 'jpeg'] as const
/** In which widths, smallest first. */
export const coverWidths = [320, 640, 960, 1280]
export const portraitWidths = [96, 192, 384]

export type PictureFormat = (typeof pictureFormats)[number]

/** The colour of a picture of our own as `#8a5a3b`; undefined for one from elsewhere. */
export function readPictureColour(url: string | null | undefined): string | undefined {
  const colour = /^\/pictures\/(\w{6})/.exec(url ?? '')?.[1]
  return colour && `#${colour}`
}

/** The largest size as JPEG; sizes lie below it, as `/640.avif`. */
export function picturePath(id: string): string {
  return `/pictures/${encodeURIComponent(id)}`
}

/** An address that mail programs and search engines can fetch a course's picture from, if it has one of its own. */
export function ownPictureUrl(url: string | null | undefined, publicUrl: string): string | null {
  return readPictureColour(url) === undefined ? null : `${publicUrl}${url}`
}
