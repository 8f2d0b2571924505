import { Button } from '../../ui/controls/button.tsx'
import type { CourseForSale, Purchase } from './use-purchase.ts'

interface PurchaseButtonProps {
  purchase: Purchase
  course: CourseForSale
  /** The id of what names the course, for screen readers. */
  describedBy?: string
  className?: string
}

export function PurchaseButton(props: PurchaseButtonProps) {
  const { purchase, course, describedBy, className = '' } = props
  const isBusy = purchase.isBusy && purchase.courseId === course.id
  return (
    <Button
      isBusy={isBusy}
      disabled={purchase.isBusy && !isBusy}
      onClick={() => purchase.buy(course)}
      aria-describedby={describedBy}
      className={className}
    >
      {isBusy ? 'Processing...' : 'Purchase Now'}
    </Button>
  )
}
