import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { t } from '../../../shared/i18n/translate.ts'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'

const CourseReviews = lazy(() => import('./course-reviews.tsx'))

/** Asked for when a reader comes near: the page that sells does not wait for it. */
export default function SeenReviews({ courseId }: { courseId: string }) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsNear(true)
      },
      { rootMargin: '400px' },
    )
    if (place.current) observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  const waiting = <Skeleton label={t('Loading the reviews')} className="h-40" />
  return (
    <div ref={place}>
      {isNear ? (
        <Suspense fallback={waiting}>
          <CourseReviews courseId={courseId} />
        </Suspense>
      ) : (
        waiting
      )}
    </div>
  )
}
