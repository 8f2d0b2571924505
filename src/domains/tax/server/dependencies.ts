import type { Database } from '../../../platform/database/database.ts'
import type { PdfRenderer } from '../../../platform/pdf/render-pdf.ts'
import type { Brand } from '../../../platform/settings.ts'

/** What tax documents need. */
export interface TaxDependencies {
  db: Database
  pdfRenderer: PdfRenderer
  brand: Brand
}
