import { t } from '../../../../shared/i18n/translate.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import type { ItemForSale } from '../../../accounts/web/intended-purchase.ts'
import type { Purchase } from './use-purchase.ts'

interface PurchaseButtonProps {
  purchase: Purchase
  item: ItemForSale
  /** The id of what names it, for screen readers. */
  describedBy?: string
  className?: string
}

export function PurchaseButton(props: PurchaseButtonProps) {
  const { purchase, item, describedBy, className = '' } = props
  const isBusy = purchase.isBusy && purchase.itemId === item.id
  return (
    <Button
      isBusy={isBusy}
      disabled={purchase.isBusy}
      onClick={() => purchase.buy(item)}
      aria-describedby={describedBy}
      className={className}
    >
      {isBusy ? t('Processing...') : t('Purchase Now')}
    </Button>
  )
}
