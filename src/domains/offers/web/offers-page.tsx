import { t } from '../../../shared/i18n/translate.ts'
import { BundlesSection } from './bundles-section.tsx'
import { CouponsSection } from './coupons-section.tsx'
import { LaunchPricesSection } from './launch-prices-section.tsx'

/** All that makes a price lower than the list price. */
export default function OffersPage() {
  return (
    <>
      <p className="max-w-text text-ink-soft">
        {t(
          'What is set here is what the shop shows and what an order costs. Times are Indian. The audit log keeps every change.',
        )}
      </p>
      <CouponsSection />
      <LaunchPricesSection />
      <BundlesSection />
    </>
  )
}
