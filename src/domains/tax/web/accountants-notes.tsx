import { t } from '../../../shared/i18n/translate.ts'

/** What the accountant is asked before the first sale, and what the academy does not do. */
export function AccountantsNotes() {
  return (
    <div className="mt-5 max-w-text">
      <h3 className="text-lg">{t('To be confirmed by your accountant')}</h3>
      <ul className="mt-2 grid list-disc gap-1.5 ps-5 text-ink-soft">
        <li>{t('That the academy is registered under this GSTIN, name and address.')}</li>
        <li>
          {t('That the SAC and the rate of 18 % fit the courses, and that prices hold the tax.')}
        </li>
        <li>
          {t(
            'How invoices are numbered: one series for each financial year, beside that of the credit notes, without gaps.',
          )}
        </li>
        <li>
          {t(
            'That a part of a payment that goes back, by hand or by a lost dispute, has a credit note of its own. The academy issues and mails it by itself: do not credit it again.',
          )}
        </li>
      </ul>
      <p className="mt-3 text-ink-soft">
        {t(
          'Not covered: e-invoices (IRN), which are needed above ₹5 crore of turnover; buyers outside India and businesses in a Special Economic Zone, which are refused with a sentence.',
        )}
      </p>
    </div>
  )
}
