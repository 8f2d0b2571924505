import { msg, t } from '../../../../shared/i18n/translate.ts'

/** A picture of this device, upright and not larger than is of use. */
export interface OpenedPicture {
  canvas: HTMLCanvasElement
  /** For an `<img>`: the page's policy allows no `blob:`. */
  dataUrl: string
}

const longestEdgeInPixels = 2560
const unreadable = msg(
  'This file is no picture that can be read here. Please choose a JPEG or PNG.',
)

/** Throws an Error with a sentence for people. */
export async function openPicture(
  file: File,
  smallest: { width: number; height: number },
): Promise<OpenedPicture> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error(t(unreadable))
  })
  const { width, height } = bitmap
  if (width < smallest.width || height < smallest.height) {
    throw new Error(
      t('This picture is too small. It needs {width} by {height} pixels or more.', {
        width: smallest.width,
        height: smallest.height,
      }),
    )
  }
  const scale = Math.min(
    1,
    // A panorama may be longer, so that it stays tall enough.
    Math.max(
      longestEdgeInPixels / Math.max(width, height),
      smallest.width / width,
      smallest.height / height,
    ),
  )
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error(t(unreadable))
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return { canvas, dataUrl: canvas.toDataURL('image/jpeg', 0.8) }
}

/** The part of it that was chosen, as the file that is sent. */
export async function cutPicture(
  { canvas }: OpenedPicture,
  part: { x: number; y: number; width: number; height: number },
): Promise<Blob> {
  const cut = document.createElement('canvas')
  cut.width = Math.round(part.width)
  cut.height = Math.round(part.height)
  cut
    .getContext('2d')
    ?.drawImage(canvas, part.x, part.y, part.width, part.height, 0, 0, cut.width, cut.height)
  return new Promise((resolve, reject) => {
    cut.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error(t(unreadable)))),
      'image/jpeg',
      0.93,
    )
  })
}
