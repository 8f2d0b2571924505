import pLimit from 'p-limit'
import type { Sharp, SharpOptions } from 'sharp'
import { ProblemError } from '../../../../http/problem.ts'
import { type PictureFormat, pictureFormats } from '../../../../shared/figures/own-picture.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { type PictureShape, pictureWidths } from './picture-key.ts'
import { recogniseFormat } from './recognise-format.ts'

export interface ResizedPicture {
  /** The average, as six hexadecimal digits. */
  colour: string
  /** The part that is shown, as large as it was sent: sizes to come are made from it. */
  original: Buffer
  sizes: { width: number; format: PictureFormat; content: Buffer }[]
}

/** A camera has less; more is a small file that wants to fill the memory. */
const pixelsAtMost = 50_000_000
const aspects: Record<PictureShape, number> = { cover: 16 / 9, portrait: 1 }
const originalWidths: Record<PictureShape, number> = { cover: 1920, portrait: 768 }

/** One at a time: decoding takes up to 200 MB, and lessons play meanwhile. */
const inTurn = pLimit(1)

/**
 * Decodes a picture that somebody sent, turns it upright, cuts its middle to the shape, and makes
 * every size of it that pages ask for. What else the file told (place, camera, thumbnails) is gone.
 */
export async function resizePicture(content: Buffer, shape: PictureShape): Promise<ResizedPicture> {
  return inTurn(async () => {
    const upright = await decode(content, shape)
    const original = await upright.clone().webp({ quality: 92, effort: 1 }).toBuffer()
    const sizes: ResizedPicture['sizes'] = []
    for (const width of pictureWidths[shape]) {
      const resized = upright.clone().resize({ width })
      for (const format of pictureFormats) {
        sizes.push({ width, format, content: await encode(resized.clone(), format) })
      }
    }
    return { colour: await findColour(upright), original, sizes }
  })
}

/** As raw pixels of the shape, read once. */
async function decode(content: Buffer, shape: PictureShape): Promise<Sharp> {
  // Loaded with the first picture: a server that gets none need not carry it.
  const { default: sharp } = await import('sharp')
  const format = recogniseFormat(content)
  if (format === null) throw new ProblemError('picture_type_wrong')
  const options: SharpOptions = { limitInputPixels: pixelsAtMost, failOn: 'error', pages: 1 }
  const about = await sharp(content, options).metadata().catch(refuse)
  if (about.format !== format) throw new ProblemError('picture_type_wrong')
  const { width, height } = about.autoOrient
  if (width * height > pixelsAtMost) {
    throw new ProblemError('picture_size_wrong', {
      detail: t('This picture has more than 50 million pixels. Please choose a smaller one.'),
    })
  }
  const aspect = aspects[shape]
  const shownWidth = Math.floor(Math.min(width, height * aspect))
  const smallest = pictureWidths[shape][1] ?? 0
  if (shownWidth < smallest) {
    const height = Math.round(smallest / aspect)
    throw new ProblemError('picture_size_wrong', {
      detail: t('This picture is too small. It needs {width} by {height} pixels or more.', {
        width: smallest,
        height,
      }),
    })
  }
  const target = Math.min(originalWidths[shape], shownWidth)
  const { data, info } = await sharp(content, options)
    .autoOrient()
    .toColourspace('srgb')
    .flatten({ background: '#ffffff' })
    .resize({ width: target, height: Math.round(target / aspect), fit: 'cover' })
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(refuse)
  const { channels } = info
  return sharp(data, { raw: { width: info.width, height: info.height, channels } })
}

function refuse(error: unknown): never {
  if (error instanceof Error && /pixel limit/.test(error.message)) {
    throw new ProblemError('picture_size_wrong', {
      detail: t('This picture has more than 50 million pixels. Please choose a smaller one.'),
    })
  }
  throw new ProblemError('picture_unreadable')
}

async function encode(picture: Sharp, format: PictureFormat): Promise<Buffer> {
  if (format === 'avif') return picture.avif({ quality: 50, effort: 3 }).toBuffer()
  if (format === 'webp') return picture.webp({ quality: 76 }).toBuffer()
  return picture.jpeg({ quality: 78, mozjpeg: true }).toBuffer()
}

async function findColour(picture: Sharp): Promise<string> {
  const pixel = await picture.clone().resize(1, 1, { fit: 'fill' }).raw().toBuffer()
  return pixel.subarray(0, 3).toString('hex')
}
