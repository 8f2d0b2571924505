import { ApiError } from '../../../../http/api-client.ts'
import type { ResponseOf } from '../../../../http/endpoint.ts'
import type { reportProgress } from '../../contract.ts'
import type { Interval } from '../../played-intervals.ts'
import {
  addReport,
  confirmReport,
  isNewer,
  keyOf,
  type PendingReport,
  type ReportStore,
  readPending,
  writePending,
} from './pending-reports.ts'

export type ProgressResponse = ResponseOf<typeof reportProgress>
export type VideoOfCourse = { courseId: string; videoId: string }

/** `unsent`: kept on this device until the server can be reached. */
export type SendingState = 'sent' | 'unsent' | 'signed_out'

export interface ProgressSender {
  report: (video: VideoOfCourse, report: PendingReport) => void
  /** Tries all that waits, also from earlier visits. */
  sendAll: () => void
}

export interface SenderListener {
  onAnswer: (video: VideoOfCourse, answer: ProgressResponse) => void
  onState: (state: SendingState) => void
  /** What was sent will never count and is given up; why, in the academy's own sentence. */
  onRefused: (reason: string) => void
  /** The course is not the learner's any more. */
  onAccessEnded?: (video: VideoOfCourse) => void
}

interface SenderDependencies extends SenderListener {
  store: ReportStore
  send: (video: VideoOfCourse, report: PendingReport) => Promise<ProgressResponse>
  /** The page may be gone in a moment: nothing can wait for its turn. */
  isLeaving: () => boolean
}

/**
 * Sends playback reports so that no second is lost: each is stored before it is sent, and of it only
 * what the server credits is taken out. One report per video is under way at a time; what was not
 * credited waits for the next one, or for `sendAll`.
 */
export function createProgressSender(deps: SenderDependencies): ProgressSender {
  const underWay = new Set<string>()

  const send = async (key: string): Promise<void> => {
    const sent = readPending(deps.store)[key]
    if (!sent || (underWay.has(key) && !deps.isLeaving())) return
    underWay.add(key)
    const video = videoOf(key)
    let credited: readonly Interval[] | null = null
    try {
      const answer = await deps.send(video, sent)
      deps.onAnswer(video, answer)
      credited = answer.credited ?? sent.played // the documents do not name it
      deps.onState('sent')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // Kept, and tried again when the lesson is open.
      const mustWait = error.code === 'lesson_not_due'
      if (isFinalRefusal(error)) {
        credited = sent.played
        deps.onRefused(error.message)
        // A course that is off sale is there for its owners alone.
        const isLost = error.code === 'course_not_owned' || error.code === 'course_not_found'
        if (isLost) deps.onAccessEnded?.(videoOf(key))
      }
      deps.onState(credited || mustWait ? 'sent' : error.status === 401 ? 'signed_out' : 'unsent')
    } finally {
      underWay.delete(key)
    }
    if (!credited) return
    const before = readPending(deps.store)
    writePending(deps.store, confirmReport(before, key, { sent, credited }))
    if (before[key] && isNewer(before[key], sent)) await send(key)
  }

  return {
    report: (video, report) => {
      const key = keyOf(video, report)
      writePending(deps.store, addReport(readPending(deps.store), key, report))
      void send(key)
    },
    sendAll: () => {
      for (const key of Object.keys(readPending(deps.store))) void send(key)
    },
  }
}

/** The course or lesson is gone or no longer theirs, or the report is senseless. */
const finalRefusals = new Set([
  'course_not_found',
  'video_not_found',
  'course_not_owned',
  'invalid_input',
])

/** By the academy's own word: what a proxy or a hotel's login page says may be over in a minute. */
function isFinalRefusal({ code }: ApiError): boolean {
  return finalRefusals.has(code)
}

function videoOf(key: string): VideoOfCourse {
  const [courseId = '', videoId = ''] = key.split('/')
  return { courseId, videoId }
}
