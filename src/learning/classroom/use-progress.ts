import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '../../http/api-client.ts'
import type { AnswerOf } from '../../http/endpoint.ts'
import { call } from '../../ui/call.ts'
import type { getProgress, reportProgress } from '../contract.ts'
import type { PlaybackReport } from '../player/report-playback.ts'
import type { ReportStore } from './pending-reports.ts'
import { createProgressSender, type ProgressAnswer, type SendingState } from './send-progress.ts'

export type CourseProgress = AnswerOf<typeof getProgress>

const tryAgainEveryInMs = 15_000

/** The learner's progress in one course, kept up to date by what is reported here. */
export function useProgress({ courseId, learnerId }: { courseId: string; learnerId: string }) {
  const client = useQueryClient()
  const query = progressQuery(courseId)
  const { data: progress, isError, isFetching, refetch } = useQuery(query)
  const [sending, setSending] = useState<SendingState>('sent')
  const [sender] = useState(() =>
    createProgressSender({
      store: storeFor(learnerId),
      send: ({ courseId: course_id, videoId: video_id }, body) =>
        call.keepalive<typeof reportProgress>('PUT /courses/:course_id/videos/:video_id/progress', {
          params: { course_id, video_id },
          body,
        }),
      onAnswer: (video, answer) => {
        if (video.courseId !== courseId) return
        client.setQueryData(query.queryKey, (before) =>
          before ? applyAnswer(before, video.videoId, answer) : before,
        )
      },
      onState: setSending,
      isLeaving: () => document.visibilityState === 'hidden',
    }),
  )

  useEffect(() => {
    sender.sendAll()
    const timer = setInterval(sender.sendAll, tryAgainEveryInMs)
    window.addEventListener('online', sender.sendAll)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', sender.sendAll)
    }
  }, [sender])

  return {
    progress,
    isError,
    isFetching,
    retry: () => void refetch(),
    sending,
    report: (videoId: string, report: PlaybackReport) =>
      sender.report(
        { courseId, videoId },
        { ...report, ...(progress && { opening: progress.opening }) },
      ),
  }
}

function progressQuery(courseId: string) {
  return queryOptions({
    queryKey: ['progress', courseId],
    queryFn: () =>
      call<typeof getProgress>('GET /courses/:course_id/progress', {
        params: { course_id: courseId },
      }),
    // The answers to the reports keep it fresh.
    staleTime: Number.POSITIVE_INFINITY,
    retry: (count, error) => count < 3 && !(error instanceof ApiError && error.status >= 400),
  })
}

function applyAnswer(
  before: CourseProgress,
  videoId: string,
  {
    progress,
    completed,
    video: { position, fraction, completed: isVideoCompleted },
  }: ProgressAnswer,
): CourseProgress {
  const changed = { position, fraction, completed: isVideoCompleted }
  const videos = before.videos.map((video) =>
    video.id === videoId
      ? { ...video, ...changed, is_new: video.is_new && !isVideoCompleted }
      : video,
  )
  return { ...before, progress, completed, videos }
}

/** A private window may refuse to store: then reports live as long as the page. */
function storeFor(learnerId: string): ReportStore {
  const key = `unsent-progress:${learnerId}`
  let inMemory: string | null = null
  return {
    read: () => inMemory ?? localStorage.getItem(key),
    write: (text) => {
      try {
        if (text === null) localStorage.removeItem(key)
        else localStorage.setItem(key, text)
        inMemory = null
      } catch {
        inMemory = text
      }
    },
  }
}
