import { useContext, useState } from 'react'
import { useSession } from '../../../../ui/session.ts'
import { recogniseVideoLink } from '../../../catalogue/video-link.ts'
import type { Film } from '../player/film.ts'
import { Player } from '../player/player.tsx'
import { IsRecorded } from './is-recorded.ts'
import { keepSending } from './keep-sending.ts'
import { senderOf } from './learner-sender.ts'
import { LessonNotes, type NotedLesson } from './lesson-notes.tsx'
import { renewLink, sourceOf } from './renew-link.ts'

interface PreviewLessonProps {
  courseId: string
  video: NotedLesson & {
    id: string
    title: string
    url?: string | undefined
    film?: Film | undefined
    film_number?: number | undefined
  }
}

/**
 * A lesson that is free to see, for those who do not own its course. What somebody signed in sees of
 * it counts once they do; of visitors nothing is kept.
 */
export default function PreviewLesson({ courseId, video }: PreviewLessonProps) {
  const learnerId = useSession()?.user.id
  const isRecorded = useContext(IsRecorded)
  // Which one plays here, also once the page knows of another. Undefined: another than was told.
  const [film, setFilm] = useState(video.film_number)
  const renewUrl = async () => {
    const fresh = await renewLink({ courseId, videoId: video.id })
    if (fresh && sourceOf(fresh.url) !== sourceOf(video.url ?? '')) setFilm(undefined)
    return fresh
  }
  return (
    <>
      <Player
        link={recogniseVideoLink(video.url ?? '')}
        title={video.title}
        film={video.film}
        {...(video.film?.poster ? { posterUrl: video.film.poster } : {})}
        opensAtOnce
        renewUrl={renewUrl}
        onProgress={(report) => {
          if (learnerId === undefined || !isRecorded) return
          const of = { courseId, videoId: video.id }
          senderOf(learnerId).report(of, { ...report, ...(film !== undefined && { film }) })
          keepSending()
        }}
      />
      <LessonNotes lesson={video} />
    </>
  )
}
