import { createHash } from 'node:crypto'
import type { Sharp } from 'sharp'
import { ProblemError } from '../../../http/problem.ts'
import type { MediaStore } from '../../../platform/media/media-store.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { type LogoFile, logoPath } from '../look-addresses.ts'
import { contrast } from '../oklch.ts'

/** A logo of 6000 by 6000 is large already; more is a small file that wants to fill the memory. */
const pixelsAtMost = 36_000_000
const smallestInPixels = 64
const mark = { width: 768, height: 192 }

/** Below the folder of the media store. */
export function logoKey(id: string, file: LogoFile): string {
  return logoPath(id, file).slice(1)
}

/**
 * Draws the logo to pixels, so that nothing of what was sent is ever served, and keeps it as mark and
 * icons. The name tells the browser what it must know before the file is there.
 */
export async function keepLogo(media: MediaStore, content: Buffer): Promise<string> {
  const drawn = await draw(content)
  const { data, info } = await drawn
    .clone()
    .resize({ ...mark, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer({ resolveWithObject: true })
  const colour = await findColour(drawn)
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16)
  const id = `${colour.slice(1)}-${hash}-${info.width}x${info.height}`
  const plate = contrast(colour, '#ffffff') < 2 ? '#221c26' : '#ffffff'
  const files: [file: LogoFile, content: Buffer][] = [
    ['mark', data],
    ['icon-32', await square(drawn, { size: 32, share: 1 })],
    ['icon-180', await square(drawn, { size: 180, share: 0.8, plate })],
    ['icon-192', await square(drawn, { size: 192, share: 0.84, plate })],
    ['icon-512', await square(drawn, { size: 512, share: 0.84, plate })],
    // What a phone cuts to a circle keeps four fifths of its width.
    ['maskable-512', await square(drawn, { size: 512, share: 0.56, plate })],
  ]
  for (const [file, content] of files) {
    await media.write(logoKey(id, file), content, { type: 'image/png' })
  }
  return id
}

const signature = { width: 640, height: 200 }

/** Keeps a signature as it stands over its line: the ink alone, without the paper of a photograph. */
export async function keepSignature(media: MediaStore, content: Buffer): Promise<string> {
  const drawn = await draw(content)
  const ink = (await drawn.stats()).isOpaque ? await withoutPaper(drawn) : drawn
  const { data, info } = await ink
    .clone()
    .resize({ ...signature, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer({ resolveWithObject: true })
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16)
  const id = `${(await findColour(ink)).slice(1)}-${hash}-${info.width}x${info.height}`
  await media.write(logoKey(id, 'signature'), data, { type: 'image/png' })
  return id
}

/** What is nearly as light as the paper goes; of the rest stays as much as it is darker. */
async function withoutPaper(drawn: Sharp): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  const grey = await drawn.clone().removeAlpha().greyscale().raw().toBuffer()
  const sorted = grey.toSorted()
  const paper = sorted[Math.floor(sorted.length * 0.75)] ?? 255
  const scale = 255 / Math.max(1, (paper - (sorted[0] ?? 0)) * 0.5)
  const { data, info } = await drawn.clone().raw().toBuffer({ resolveWithObject: true })
  for (const [at, lightness] of grey.entries()) {
    data[at * 4 + 3] = Math.max(0, Math.min(255, (paper * 0.9 - lightness) * scale))
  }
  const raw = { width: info.width, height: info.height, channels: 4 } as const
  return sharp(await trim(await sharp(data, { raw }).png().toBuffer()))
}

async function draw(content: Buffer): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  const isSvg = recognise(content) === 'svg'
  if (isSvg) refuseUnsafe(content.toString('utf8'))
  const options = { limitInputPixels: pixelsAtMost, failOn: 'error', pages: 1 } as const
  const about = await sharp(content, options).metadata().catch(refuse)
  if (about.width * about.height > pixelsAtMost) throw tooLarge()
  const longest = Math.max(about.width, about.height)
  if (!isSvg && longest < smallestInPixels) {
    throw new ProblemError('picture_size_wrong', {
      detail: t('This logo is too small. It needs {count} pixels or more.', {
        count: smallestInPixels,
      }),
    })
  }
  // Drawn as large as it is used, whatever size it calls its own.
  const density = isSvg ? Math.min(2_400, Math.max(1, (72 * 768) / longest)) : undefined
  const drawn = await sharp(content, { ...options, ...(density && { density }) })
    .timeout({ seconds: 10 })
    .autoOrient()
    .toColourspace('srgb')
    .ensureAlpha()
    .resize({ width: 1024, height: 1024, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer()
    .catch(refuse)
  return sharp(await trim(drawn))
}

/** Without the empty rim that many logos come with; one that is all one colour has none. */
async function trim(drawn: Buffer): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(drawn)
    .trim({ background: { r: 0, g: 0, b: 0, alpha: 0 }, threshold: 1 })
    .png()
    .toBuffer()
    .catch(() => drawn)
}

function recognise(content: Buffer): 'png' | 'jpeg' | 'svg' {
  const start = content.toString('latin1', 0, 4096)
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (/^(?:\xef\xbb\xbf)?\s*<(?:\?xml|!--|!doctype svg|svg[\s>])/i.test(start)) return 'svg'
  throw new ProblemError('logo_type_wrong')
}

/** The drawing would leave these out, or ask for what we do not want asked: better said than guessed. */
function refuseUnsafe(svg: string): void {
  const unsafe =
    /<(?:\w+:)?(?:script|foreignobject|iframe)\b|\son\w+\s*=|<!entity|@import|(?:href|src)\s*=\s*["']?\s*(?!["']?\s*(?:#|data:image\/(?:png|jpeg)))[^\s"'>]|url\(\s*["']?\s*(?!["']?\s*#)[^\s"')]/i
  if (unsafe.test(svg)) throw new ProblemError('logo_unsafe')
}

function refuse(error: unknown): never {
  if (error instanceof Error && /pixel limit|dimensions/i.test(error.message)) throw tooLarge()
  throw new ProblemError('picture_unreadable')
}

function tooLarge(): ProblemError {
  return new ProblemError('picture_size_wrong', {
    detail: t('This logo has more than 36 million pixels. Please choose a smaller one.'),
  })
}

/** The average of what can be seen. */
async function findColour(drawn: Sharp): Promise<string> {
  const { data } = await drawn
    .clone()
    .resize(48, 48, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const sums = [0, 0, 0, 1e-6]
  for (let at = 0; at + 3 < data.length; at += 4) {
    const alpha = (data[at + 3] ?? 0) / 255
    for (let channel = 0; channel < 3; channel += 1) {
      sums[channel] = (sums[channel] ?? 0) + (data[at + channel] ?? 0) * alpha
    }
    sums[3] = (sums[3] ?? 0) + alpha
  }
  const [red = 0, green = 0, blue = 0, weight = 1] = sums
  const hex = (sum: number): string =>
    Math.round(sum / weight)
      .toString(16)
      .padStart(2, '0')
  return `#${hex(red)}${hex(green)}${hex(blue)}`
}

async function square(
  drawn: Sharp,
  { size, share, plate }: { size: number; share: number; plate?: string },
): Promise<Buffer> {
  const inner = Math.round(size * share)
  const rim = Math.floor((size - inner) / 2)
  const rest = size - inner - rim
  const background = plate ?? { r: 0, g: 0, b: 0, alpha: 0 }
  const squared = await drawn
    .clone()
    .resize({
      width: inner,
      height: inner,
      fit: 'contain',
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    })
    .extend({
      top: rim,
      bottom: rest,
      left: rim,
      right: rest,
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    })
    .png()
    .toBuffer()
  if (plate === undefined) return squared
  const { default: sharp } = await import('sharp')
  return sharp(squared).flatten({ background }).png().toBuffer()
}
