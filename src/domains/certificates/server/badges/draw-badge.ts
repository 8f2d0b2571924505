import { join } from 'node:path'
import { rasterise } from '../../../../platform/pdf/rasterise.ts'
import type { PdfRenderer } from '../../../../platform/pdf/render-pdf.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { brandMark } from '../../certificate-ornaments.ts'
import { drawMandala } from '../../mandala.ts'

const template = join(import.meta.dirname, 'badge-template.typ')
const sizeInPixels = 600
const marigold = '#f2a51a'
const rani = '#c81e63'

const wreath = drawMandala({
  widthInMm: 200,
  heightInMm: 200,
  rings: [
    { shape: 'circle', base: 70, colour: marigold, weight: 0.9 },
    { shape: 'dots', count: 60, base: 73.4, colour: rani, weight: 0.8 },
    { shape: 'circle', base: 77, colour: marigold, weight: 0.5 },
    { shape: 'petals', count: 30, base: 77, tip: 96, colour: marigold, weight: 0.9 },
    { shape: 'leaves', count: 30, spread: 0.3, base: 80, tip: 91, colour: marigold, weight: 0.7 },
    { shape: 'dots', count: 30, isTurned: true, base: 92, colour: rani, weight: 0.9 },
  ],
})

/** A medal with the course in it as a square PNG without ground, in the look of the academy at that time. */
export async function drawBadge(
  pdfRenderer: PdfRenderer,
  { courseTitle, brandName, issuedAt }: { courseTitle: string; brandName: string; issuedAt: Date },
): Promise<Buffer> {
  const dressed = await pdfRenderer.asOf(issuedAt)
  const svg = dressed.renderPicture(template, {
    courseTitle,
    brandName,
    heading: t('Certificate of Completion'),
    wreath,
    mark: brandMark,
  })
  return rasterise(svg, sizeInPixels)
}
