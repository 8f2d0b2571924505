import { keepPreviousData } from '@tanstack/react-query'
import { call } from '../../../ui/call.ts'
import { query } from '../../../ui/query.ts'

const key = ['admin', 'insight']
/** The server adds up every few seconds; who leaves the page open sees it go on. */
const refetchInterval = 60_000

export interface Days {
  from: string
  to: string
}
export type Step = 'day' | 'week' | 'month'

export const todayQuery = query([...key, 'today'], () => call('GET /admin/insight/today', {}), {
  refetchInterval,
})

export const revenueQuery = (days: Days, by: Step) =>
  query(
    [...key, 'revenue', days, by],
    () => call('GET /admin/insight/revenue', { query: { ...days, by } }),
    { placeholderData: keepPreviousData },
  )

export const funnelQuery = (days: Days) =>
  query([...key, 'funnel', days], () => call('GET /admin/insight/funnel', { query: days }), {
    placeholderData: keepPreviousData,
  })

export const completionQuery = query([...key, 'completion'], () =>
  call('GET /admin/insight/completion', {}),
)

export const lessonsQuery = (courseId: string) =>
  query([...key, 'lessons', courseId], () =>
    call('GET /admin/insight/lessons', {
      query: { course_id: courseId },
    }),
  )

export const retentionQuery = (videoId: string) =>
  query([...key, 'retention', videoId], () =>
    call('GET /admin/insight/retention', { query: { video_id: videoId } }),
  )
