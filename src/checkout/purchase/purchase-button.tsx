import { Button } from '../../ui/controls/button.tsx'
import type { Purchase } from './use-purchase.ts'

interface PurchaseButtonProps {
  purchase: Purchase
  courseId: string
  /** The id of what names the course, for screen readers. */
  describedBy?: string
  className?: string
}

export function PurchaseButton(props: PurchaseButtonProps) {
  const { purchase, courseId, describedBy, className = '' } = props
  const isBusy = purchase.isBusy && purchase.courseId === courseId
  return (
    <Button
      isBusy={isBusy}
      disabled={purchase.isBusy && !isBusy}
      onClick={() => purchase.buy(courseId)}
      aria-describedby={describedBy}
      className={className}
    >
      {isBusy ? 'Processing...' : 'Purchase Now'}
    </Button>
  )
}
