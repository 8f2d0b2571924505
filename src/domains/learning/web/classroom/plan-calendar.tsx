import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { t } from '../../../../shared/i18n/translate.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { download } from '../../../../ui/download.ts'
import type { Course } from '../../../catalogue/contract.ts'

interface PlanCalendarProps {
  course: Course
  /** How many lessons are: another may open the next. */
  completed: number
}

/** Of a course of which not every lesson is due: its calendar; and the course again when one opens. */
export default function PlanCalendar({ course, completed }: PlanCalendarProps) {
  const { revalidate } = useRevalidator()
  const videos = course.modules.flatMap((module) => module.videos)
  const instants = videos.flatMap(({ opens_at }) => (opens_at ? [Date.parse(opens_at)] : []))
  const waitsForAnother = videos.some(({ opens_at }) => opens_at === null)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  useRepeatedlyAt(Math.min(...instants), () => void revalidate())
  const seen = useRef(completed)
  useEffect(() => {
    if (completed === seen.current) return
    seen.current = completed
    if (waitsForAnother) void revalidate()
  }, [completed, waitsForAnother, revalidate])

  const save = async () => {
    setIsBusy(true)
    setFailure(null)
    await download('GET /courses/:course_id/plan.ics', { params: { course_id: course.id } }).catch(
      (error: unknown) => setFailure(error instanceof Error ? error.message : String(error)),
    )
    setIsBusy(false)
  }
  return (
    <div className="mt-4">
      <Button variant="secondary" className="w-full" isBusy={isBusy} onClick={() => void save()}>
        {t('Add the plan to my calendar')}
      </Button>
      <p role="alert" className="mt-1.5 text-sm empty:hidden">
        {failure}
      </p>
    </div>
  )
}

const longestTimerInMs = 24 * 3_600_000
/** Not all at the same second. */
const spreadInMs = 15_000

/** Calls once the clock is past an instant, and again while nothing has changed. */
function useRepeatedlyAt(instant: number, call: () => void): void {
  const onDue = useEffectEvent(call)
  useEffect(() => {
    if (!Number.isFinite(instant)) return undefined
    const spread = 1000 + Math.random() * spreadInMs
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      const left = instant + spread - Date.now()
      if (left <= 0) onDue()
      timer = setTimeout(wait, left <= 0 ? 30_000 : Math.min(left, longestTimerInMs))
    }
    timer = setTimeout(wait, Math.max(0, Math.min(instant + spread - Date.now(), longestTimerInMs)))
    return () => clearTimeout(timer)
  }, [instant])
}
