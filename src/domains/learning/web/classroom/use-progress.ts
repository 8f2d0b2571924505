import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '../../../../http/api-client.ts'
import type { ResponseOf } from '../../../../http/endpoint.ts'
import { call } from '../../../../ui/call.ts'
import type { Course } from '../../../catalogue/contract.ts'
import type { getProgress } from '../../contract.ts'
import type { PlaybackReport } from '../player/report-playback.ts'
import { keepSending } from './keep-sending.ts'
import { senderOf } from './learner-sender.ts'
import { sourceOf } from './renew-link.ts'
import type { ProgressResponse, VideoOfCourse } from './send-progress.ts'
import { useSendingNotice } from './use-sending-notice.ts'

export type CourseProgress = ResponseOf<typeof getProgress>

/** The learner's progress in one course, kept up to date by what is reported here. */
export function useProgress({ course, learnerId }: { course: Course; learnerId: string }) {
  const courseId = course.id
  const client = useQueryClient()
  const query = progressQuery(courseId)
  const { data: progress, isFetched, isFetching, refetch } = useQuery(query)
  const [films, setFilms] = useState<KnownFilms | null>(null)
  if (films === null && progress) setFilms(knowFilms(course, progress))
  const filmOf = (videoId: string) => films?.get(`${videoId} ${sourceIn(course, videoId)}`)
  const sender = senderOf(learnerId)
  const notice = useSendingNotice(sender)
  /** As it was read when it was taken back; read anew it is the learner's again. */
  const [lost, setLost] = useState<Course | null>(null)
  const hearLoss = useEffectEvent((video: VideoOfCourse) => {
    if (video.courseId === courseId) setLost(course)
  })
  const hearAnswer = useEffectEvent((video: VideoOfCourse, answer: ProgressResponse) => {
    if (video.courseId !== courseId) return
    client.setQueryData(query.queryKey, (before) =>
      before ? applyAnswer(before, video.videoId, answer) : before,
    )
    // What is on its way may have been read before this report.
    if (client.isFetching(query) > 0) void client.invalidateQueries(query)
  })

  useEffect(() => {
    const stopListening = sender.listen({
      onAnswer: (video, answer) => hearAnswer(video, answer),
      onState: () => undefined,
      onRefused: () => undefined,
      onAccessEnded: (video) => hearLoss(video),
    })
    keepSending()
    sender.sendAll()
    return stopListening
  }, [sender])

  // One that is read anew may show another film, whose number is told there.
  const hearOf = useEffectEvent((_course: Course) => {
    if (films !== null) void client.invalidateQueries(query)
  })
  useEffect(() => hearOf(course), [course])

  return {
    progress,
    /** The number of the film that this page plays. Undefined: it came since the page was opened. */
    filmOf,
    // Also while it is asked for again: what stands beside the error, such as a film, stays.
    isError: isFetched && progress === undefined,
    isFetching,
    refetch,
    notice,
    hasAccessEnded: lost === course,
    report: (videoId: string, report: PlaybackReport) => {
      const film = filmOf(videoId)
      sender.report(
        { courseId, videoId },
        {
          ...report,
          ...(progress && { opening: progress.opening }),
          ...(film !== undefined && { film }),
        },
      )
    },
  }
}

/**
 * The films that the page had when it was opened, by lesson and source: what is told of later may be a
 * film that it does not play.
 */
type KnownFilms = ReadonlyMap<string, number>

function knowFilms(course: Course, { videos }: CourseProgress): KnownFilms {
  return new Map(videos.map(({ id, film }) => [`${id} ${sourceIn(course, id)}`, film]))
}

function sourceIn({ modules }: Course, videoId: string): string {
  const video = modules.flatMap(({ videos }) => videos).find(({ id }) => id === videoId)
  return sourceOf(video?.url ?? '')
}

const unsaid = { progress: 0, completed: false, videos: [] }

function progressQuery(courseId: string) {
  return queryOptions({
    queryKey: ['progress', courseId],
    queryFn: async () => ({
      ...unsaid,
      ...(await call('GET /courses/:course_id/progress', {
        params: { course_id: courseId },
      })),
    }),
    // The answers to the reports keep it fresh, but for what is played on another device.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: 'always',
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
  }: ProgressResponse,
): CourseProgress {
  const played_at = new Date().toISOString()
  const changed = { position, fraction, completed: isVideoCompleted, played_at }
  const videos = before.videos.map((video) =>
    video.id === videoId
      ? { ...video, ...changed, is_new: video.is_new && !isVideoCompleted }
      : video,
  )
  return { ...before, progress, completed, videos }
}
