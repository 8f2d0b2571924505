import { useRevalidator } from 'react-router'
import { CourseCard, type ListedCourse } from '../../domains/catalogue/web/course-card.tsx'
import { PurchaseButton } from '../../domains/checkout/web/purchase/purchase-button.tsx'
import { PurchaseNoticeBox } from '../../domains/checkout/web/purchase/purchase-notice.tsx'
import { type Purchase, usePurchase } from '../../domains/checkout/web/purchase/use-purchase.ts'
import { useOwnedCourses } from '../../domains/learning/web/use-owned-courses.ts'
import { paths } from '../../paths.ts'
import { t } from '../../shared/i18n/translate.ts'
import { LinkButton } from '../../ui/controls/link-button.tsx'

interface CourseGridProps {
  courses: ListedCourse[]
  /** What a buyer states by paying. */
  statement: string
}

/** The courses of one page, each with its way to be bought or gone on with. */
export function CourseGrid({ courses, statement }: CourseGridProps) {
  const { revalidate } = useRevalidator()
  const purchase = usePurchase({ onMaybeOwned: () => void revalidate() })
  const owned = useOwnedCourses()
  return (
    <>
      {courses.some(({ id }) => !owned.has(id)) && (
        <p className="mt-3 text-sm text-ink-soft">{statement}</p>
      )}
      <ul className="mt-5 grid gap-4 sm:grid-cols-2 sm:gap-6 lg:grid-cols-3">
        {courses.map((course, at) => (
          <CourseCard
            key={course.id}
            course={course}
            isFirst={at === 0}
            titleId={`title-${course.id}`}
            action={
              <CourseAction course={course} isOwned={owned.has(course.id)} purchase={purchase} />
            }
            notice={
              purchase.notice !== null &&
              purchase.itemId === course.id && (
                <div className="relative mt-4">
                  <PurchaseNoticeBox notice={purchase.notice} />
                </div>
              )
            }
          />
        ))}
      </ul>
    </>
  )
}

/** Lies above the card's own link. */
function CourseAction(props: { course: ListedCourse; isOwned: boolean; purchase: Purchase }) {
  const { course, isOwned, purchase } = props
  const titleId = `title-${course.id}`
  if (isOwned) {
    return (
      <LinkButton to={paths.course(course.id)} aria-describedby={titleId} className="relative">
        {t('Continue Learning')}
      </LinkButton>
    )
  }
  return (
    <PurchaseButton purchase={purchase} item={course} describedBy={titleId} className="relative" />
  )
}
