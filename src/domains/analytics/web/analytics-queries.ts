import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../ui/call.ts'
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

export const todayQuery = queryOptions({
  queryKey: [...key, 'today'],
  queryFn: () => call<typeof getAnalyticsToday>('GET /admin/insight/today', {}),
  refetchInterval,
})

export const revenueQuery = (days: Days, by: Step) =>
  queryOptions({
    queryKey: [...key, 'revenue', days, by],
    queryFn: () =>
      call<typeof getRevenue>('GET /admin/insight/revenue', { query: { ...days, by } }),
    placeholderData: keepPreviousData,
  })

export const funnelQuery = (days: Days) =>
  queryOptions({
    queryKey: [...key, 'funnel', days],
    queryFn: () => call<typeof getFunnel>('GET /admin/insight/funnel', { query: days }),
    placeholderData: keepPreviousData,
  })

export const completionQuery = queryOptions({
  queryKey: [...key, 'completion'],
  queryFn: () => call<typeof getCompletion>('GET /admin/insight/completion', {}),
})

export const lessonsQuery = (courseId: string) =>
  queryOptions({
    queryKey: [...key, 'lessons', courseId],
    queryFn: () =>
      call<typeof listAnalyticsLessons>('GET /admin/insight/lessons', {
        query: { course_id: courseId },
      }),
  })

export const retentionQuery = (videoId: string) =>
  queryOptions({
    queryKey: [...key, 'retention', videoId],
    queryFn: () =>
      call<typeof getRetention>('GET /admin/insight/retention', { query: { video_id: videoId } }),
  })
