import { keepPreviousData } from '@tanstack/react-query'
import { call } from '../../../ui/call.ts'
import { query } from '../../../ui/query.ts'
import type {
  getAnalyticsToday,
  getCompletion,
  getFunnel,
  getRetention,
  getRevenue,
  listAnalyticsLessons,
} from '../contract.ts'

const key = ['admin', 'insight']
/** The server adds up every few seconds; who leaves the page open sees it go on. */
const refetchInterval = 60_000

export interface Days {
  from: string
  to: string
}
export type Step = 'day' | 'week' | 'month'

export const todayQuery = query(
  [...key, 'today'],
  () => call<typeof getAnalyticsToday>('GET /admin/insight/today', {}),
  { refetchInterval },
)

export const revenueQuery = (days: Days, by: Step) =>
  query(
    [...key, 'revenue', days, by],
    () => call<typeof getRevenue>('GET /admin/insight/revenue', { query: { ...days, by } }),
    { placeholderData: keepPreviousData },
  )

export const funnelQuery = (days: Days) =>
  query(
    [...key, 'funnel', days],
    () => call<typeof getFunnel>('GET /admin/insight/funnel', { query: days }),
    { placeholderData: keepPreviousData },
  )

export const completionQuery = query([...key, 'completion'], () =>
  call<typeof getCompletion>('GET /admin/insight/completion', {}),
)

export const lessonsQuery = (courseId: string) =>
  query([...key, 'lessons', courseId], () =>
    call<typeof listAnalyticsLessons>('GET /admin/insight/lessons', {
      query: { course_id: courseId },
    }),
  )

export const retentionQuery = (videoId: string) =>
  query([...key, 'retention', videoId], () =>
    call<typeof getRetention>('GET /admin/insight/retention', { query: { video_id: videoId } }),
  )
