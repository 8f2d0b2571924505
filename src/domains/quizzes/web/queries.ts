import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../ui/call.ts'
import { query } from '../../../ui/query.ts'

export interface LessonOf {
  courseId: string
  videoId: string
}

export const quizzesQuery = (courseId: string) =>
  query(['quizzes', courseId], () =>
    call('GET /courses/:course_id/quizzes', {
      params: { course_id: courseId },
    }),
  )

export function quizQuery({ courseId, videoId }: LessonOf) {
  return queryOptions({
    queryKey: ['quiz', courseId, videoId],
    queryFn: () =>
      call('GET /courses/:course_id/videos/:video_id/quiz', {
        params: { course_id: courseId, video_id: videoId },
      }),
    // Who looks elsewhere for a moment finds what they typed.
    refetchOnWindowFocus: false,
    // Who opens the panel again sees what was answered since, here or on another device.
    gcTime: 0,
  })
}
