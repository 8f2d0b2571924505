import { join } from 'node:path'
import { rasterise } from '../../../platform/pdf/rasterise.ts'
import type { PdfRenderer } from '../../../platform/pdf/render-pdf.ts'
import { sayPrintable } from '../../../platform/pdf/say-printable.ts'
import { drawHeroMandala } from '../../../shared/figures/draw-hero-mandala.ts'
import { drawMandala, type MandalaLayer } from '../../../shared/figures/draw-mandala.ts'
import { languageTag } from '../../../shared/i18n/language.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { formatPaise } from '../../../shared/money.ts'

export interface SharePicture {
  /** In any script. Null: the academy's own words. */
  title: string | null
  brandName: string
  subject: string | null
  /** Null: the academy's own picture, which sells no single thing. */
  priceInPaise: number | null
}

/** What chats and feeds ask of a picture beside a link. */
export const shareSize = { widthInPixels: 1200, heightInPixels: 630 }

const template = join(import.meta.dirname, 'share-template.typ')

/** The picture beside a shared link as PNG in the language of now, far below the 300 kB of WhatsApp. */
export async function drawSharePicture(
  pdfRenderer: PdfRenderer,
  { title, brandName, subject, priceInPaise }: SharePicture,
): Promise<Buffer> {
  const svg = pdfRenderer.renderPicture(template, {
    ...sayPrintable(pdfRenderer, () => ({
      language: languageTag().split('-')[0] ?? '',
      slogan:
        subject === null
          ? t('Finish one course, and make your own film with AI')
          : t('Learn {subject}', { subject }),
      promise: sayPromise(subject, priceInPaise),
      price: priceInPaise === null ? '' : formatPaise(priceInPaise),
    })),
    title: title ?? '',
    brandName,
    mandala: drawSvg(title === null ? drawHeroMandala() : drawMandala(title)),
    mark,
  })
  return rasterise(svg, shareSize.widthInPixels)
}

function sayPromise(subject: string | null, priceInPaise: number | null): string {
  if (priceInPaise !== null) return t('once, for life')
  return subject === null ? t('Video courses for creators in India') : t('Video courses')
}

const tones = { ink: '#21152e', marigold: '#f2a51a', rani: '#c81e63', leaf: '#1d7a4c' }

function drawSvg(layers: readonly MandalaLayer[]): string {
  const shapes = layers.map(({ d, tone, isFilled }) =>
    isFilled
      ? `<path d="${d}" fill="${tones[tone]}"/>`
      : `<path d="${d}" fill="none" stroke="${tones[tone]}" stroke-width="0.6" stroke-linejoin="round"/>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-100 -100 200 200">${shapes.join('')}</svg>`
}

/** The brand's flower, as the header and the favicon draw it. */
const petal = 'd="M0-4C5-7 4-12 0-15C-4-12-5-7 0-4Z"'
const petals = [0, 45, 90, 135, 180, 225, 270, 315].map((angle) =>
  angle % 90 === 0
    ? `<path ${petal} transform="rotate(${angle})" fill="${tones.marigold}"/>`
    : `<path ${petal} transform="rotate(${angle})" fill="none" stroke="${tones.ink}" stroke-width="1.2"/>`,
)
const mark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-16 -16 32 32">${petals.join('')}<circle r="2.4" fill="${tones.rani}"/></svg>`
