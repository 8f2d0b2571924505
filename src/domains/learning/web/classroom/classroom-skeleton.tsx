import { t } from '../../../../shared/i18n/translate.ts'
import { Skeleton } from '../../../../ui/controls/skeleton.tsx'

/** Holds the places of player, title and outline while the course opens. */
export function ClassroomSkeleton() {
  return (
    <div className="page-width grid gap-6 py-4 sm:py-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-10">
      <div>
        <Skeleton label={t('Opening your course')} className="aspect-video w-full rounded-lg" />
        <Skeleton className="mt-6 h-8 w-2/3" />
      </div>
      <div className="grid content-start gap-3">
        <Skeleton className="h-28" />
        <Skeleton className="h-72" />
      </div>
    </div>
  )
}
