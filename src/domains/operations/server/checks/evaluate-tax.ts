import type { Database } from '../../../../platform/database/database.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { readTaxSettings } from '../../../tax/server/read-tax-settings.ts'
import type { Finding } from '../../check-states.ts'

/** A seller below the threshold has no GSTIN; what counts is that somebody has said so. */
export async function evaluateTax(db: Database): Promise<Finding> {
  const settings = await readTaxSettings(db)
  if (!settings) {
    return { state: 'todo', sentence: t('Nobody has said yet whether the academy has a GSTIN.') }
  }
  if (settings.gstin === null) {
    return {
      state: 'ok',
      sentence: t('The academy has no GSTIN: it collects no tax, and buyers get receipts.'),
    }
  }
  return {
    state: 'ok',
    sentence: t('Invoices are issued under GSTIN {gstin}.', { gstin: settings.gstin }),
  }
}
