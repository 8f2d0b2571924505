import { buffer } from 'node:stream/consumers'
import type { MediaStore } from '../../../../platform/media/media-store.ts'
import { type PictureFormat, pictureFormats } from '../../../../shared/figures/own-picture.ts'
import { isPictureId, pictureKey, pictureWidths } from './picture-key.ts'

const widths = new Set(Object.values(pictureWidths).flat())

/** One size of a picture, by the end of its address; null: there is none. */
export async function readPicture(
  media: Pick<MediaStore, 'read'>,
  id: string,
  size: string,
): Promise<{ content: Buffer; type: string } | null> {
  const [, width, format] = /^([1-9]\d{0,4})\.([a-z]+)$/.exec(size) ?? []
  if (!isPictureId(id) || !isFormat(format) || !widths.has(Number(width))) return null
  const found = await media.read(pictureKey(id, Number(width), format))
  return found && { content: await buffer(found.stream), type: `image/${format}` }
}

/** The largest size in the form that everything can show: mails, feeds, other academies. */
export async function readLargestPicture(
  media: Pick<MediaStore, 'read'>,
  id: string,
): Promise<{ content: Buffer; type: string } | null> {
  for (const widths of Object.values(pictureWidths)) {
    const found = await readPicture(media, id, `${widths.at(-1)}.jpeg`)
    if (found) return found
  }
  return null
}

function isFormat(text: string | undefined): text is PictureFormat {
  return pictureFormats.some((format) => format === text)
}
