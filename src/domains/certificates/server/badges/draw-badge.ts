import { join } from 'node:path'
import { rasterise } from '../../../../platform/pdf/rasterise.ts'
import type { PdfRenderer } from '../../../../platform/pdf/render-pdf.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { badgeWreath, brandMark } from '../ornaments.ts'

const template = join(import.meta.dirname, 'badge-template.typ')
const sizeInPixels = 600

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
    wreath: badgeWreath,
    mark: brandMark,
  })
  return rasterise(svg, sizeInPixels)
}
