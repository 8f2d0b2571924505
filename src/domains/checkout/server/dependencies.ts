import type { Logger } from 'pino'
import type { QueueMail } from '../../../integrations/mail/queue-mail.ts'
import type { RazorpayClient } from '../../../integrations/razorpay/client.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Languages } from '../../../platform/languages/open-languages.ts'
import type { PdfRenderer } from '../../../platform/pdf/render-pdf.ts'
import type { Brand, MarketingFigures, RazorpayKeys } from '../../../platform/settings.ts'

/** What the checkout needs; built once by main.ts. */
export interface CheckoutDependencies {
  db: Database
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  queueMail: QueueMail
  razorpay: RazorpayClient
  /** Of now: an owner may change them while the academy runs. */
  keys: RazorpayKeys
  pdfRenderer: PdfRenderer
  brand: Brand
  languages: Languages
  receipts: { prefix: string }
  figures: Pick<MarketingFigures, 'guaranteeInDays'>
  publicUrl: () => string
}
