import {
  coverWidths,
  type PictureFormat,
  pictureFormats,
  portraitWidths,
} from '../../../../shared/figures/own-picture.ts'

/** In which widths a picture is kept, smallest first, by its shape. */
export const pictureWidths = { cover: coverWidths, portrait: portraitWidths }
export type PictureShape = keyof typeof pictureWidths

const formOfId = /^[0-9a-f]{6}-[0-9a-f]{16}$/

export function isPictureId(text: string): boolean {
  return formOfId.test(text)
}

/** Where one size of a picture lies in the media store. */
export function pictureKey(id: string, width: number, format: PictureFormat): string {
  return `pictures/${id}/${width}.${format}`
}

export function originalKey(id: string): string {
  return `pictures/${id}/original.webp`
}

/** Every file that a picture may have, of whatever shape it is. */
export function listPictureKeys(id: string): string[] {
  const sizes = Object.values(pictureWidths).flatMap((widths) =>
    widths.flatMap((width) => pictureFormats.map((format) => pictureKey(id, width, format))),
  )
  return [...sizes, originalKey(id)]
}
