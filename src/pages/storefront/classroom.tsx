import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useRevalidator, useSearchParams } from 'react-router'
import type { Course } from '../../domains/catalogue/contract.ts'
import { PurchaseNoticeBox } from '../../domains/checkout/web/purchase/purchase-notice.tsx'
import { useLandingNotice } from '../../domains/checkout/web/use-landing-notice.ts'
import { ClassroomSkeleton } from '../../domains/learning/web/classroom/classroom-skeleton.tsx'
import { SendingChip } from '../../domains/learning/web/classroom/sending-notice.tsx'
import { useProgress } from '../../domains/learning/web/classroom/use-progress.ts'
import { quizzesQuery } from '../../domains/quizzes/web/queries.ts'
import { makeQueryClient } from '../../http/web/make-query-client.ts'
import { t } from '../../shared/i18n/translate.ts'
import { Alert } from '../../ui/controls/alert.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { useSession } from '../../ui/session.ts'
import { Lessons } from './lessons.tsx'

type OpenCourse = Course & { owned: boolean }

/** The course for those who may watch it. Administrators who do not own it leave no progress. */
export default function Classroom({ course }: { course: OpenCourse }) {
  const learnerId = useSession()?.user.id
  const [search] = useSearchParams()
  // oxlint-disable-next-line react/exhaustive-deps -- nobody sees what was asked for somebody else
  const client = useMemo(() => makeQueryClient(), [learnerId])
  if (learnerId === undefined) return <ClassroomSkeleton />
  if (!course.owned) return <Preview course={course} />
  return (
    <QueryClientProvider client={client}>
      {search.get('payment') === 'refunded' && <SecondPayment />}
      <OwnersRoom key={`${learnerId}/${course.id}`} course={course} learnerId={learnerId} />
    </QueryClientProvider>
  )
}

/** Back from a checkout that led away, to a course that is the buyer's by now. */
function SecondPayment() {
  const notice = useLandingNotice({ isOwned: true, onCheck: () => Promise.resolve() })
  return <div className="page-width pt-4">{notice && <PurchaseNoticeBox notice={notice} />}</div>
}

function OwnersRoom({ course, learnerId }: { course: Course; learnerId: string }) {
  const room = useProgress({ course, learnerId })
  const { data: quizzes } = useQuery(quizzesQuery(course.id))
  if (room.hasAccessEnded) return <AccessEnded />
  if (room.progress === undefined && !room.isError) return <ClassroomSkeleton />
  return (
    <>
      <Lessons
        course={course}
        progress={room.progress ?? null}
        quizzes={quizzes ?? []}
        isOwned
        filmOf={room.filmOf}
        onReport={room.report}
        notice={
          room.isError && (
            <LoadFailure
              sentence={t('Your progress cannot be shown right now. What you watch still counts.')}
              of={room}
            />
          )
        }
      />
      <SendingChip notice={room.notice} />
    </>
  )
}

/** In the place of the film: after a refund or a withdrawal it stops, wherever it stood. */
function AccessEnded() {
  const { revalidate } = useRevalidator()
  return (
    <Alert
      tone="warning"
      isUrgent
      action={<Button onClick={() => void revalidate()}>{t('See the course')}</Button>}
    >
      {t('You do not have this course any more, so the video has stopped.')}
    </Alert>
  )
}

function Preview({ course }: { course: Course }) {
  return (
    <Lessons
      course={course}
      progress={null}
      isOwned={false}
      onReport={() => undefined}
      notice={
        <Alert tone="note">
          {t('You see this course as an administrator. Nothing is recorded.')}
        </Alert>
      }
    />
  )
}
