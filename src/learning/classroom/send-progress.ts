import { CallFailed } from '../../http/call.ts'
import type { AnswerOf } from '../../http/endpoint.ts'
import type { reportProgress } from '../contract.ts'
import type { PlaybackReport } from '../player/report-playback.ts'
import {
  addReport,
  confirmReport,
  type ReportStore,
  readPending,
  writePending,
} from './pending-reports.ts'

export type ProgressAnswer = AnswerOf<typeof reportProgress>
export type VideoOfCourse = { courseId: string; videoId: string }

/** `unsent`: kept on this device until the server can be reached. */
export type SendingState = 'sent' | 'unsent' | 'signed_out'

export interface ProgressSender {
  report: (video: VideoOfCourse, report: PlaybackReport) => void
  /** Tries all that waits, also from earlier visits. */
  sendAll: () => void
}

interface SenderDependencies {
  store: ReportStore
  send: (video: VideoOfCourse, report: PlaybackReport) => Promise<ProgressAnswer>
  onAnswer: (video: VideoOfCourse, answer: ProgressAnswer) => void
  onState: (state: SendingState) => void
  /** The page may be gone in a moment: nothing can wait for its turn. */
  isLeaving: () => boolean
}

/**
 * Sends playback reports so that none is lost: each is stored before it is sent and taken out when
 * the server has confirmed it. One report per video is under way at a time.
 */
export function createProgressSender(deps: SenderDependencies): ProgressSender {
  const underWay = new Set<string>()

  const send = async (key: string): Promise<void> => {
    const sent = readPending(deps.store)[key]
    if (!sent || (underWay.has(key) && !deps.isLeaving())) return
    underWay.add(key)
    const video = videoOf(key)
    let isConfirmed = false
    try {
      deps.onAnswer(video, await deps.send(video, sent))
      isConfirmed = true
      deps.onState('sent')
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      isConfirmed = isFinalRefusal(error)
      deps.onState(isConfirmed ? 'sent' : error.status === 401 ? 'signed_out' : 'unsent')
    } finally {
      underWay.delete(key)
    }
    if (!isConfirmed) return
    const rest = confirmReport(readPending(deps.store), key, sent)
    writePending(deps.store, rest)
    if (rest[key]) await send(key)
  }

  return {
    report: ({ courseId, videoId }, report) => {
      const key = `${courseId}/${videoId}`
      writePending(deps.store, addReport(readPending(deps.store), key, report))
      void send(key)
    },
    sendAll: () => {
      for (const key of Object.keys(readPending(deps.store))) void send(key)
    },
  }
}

/** The course or video is gone or somebody else's, or the report is senseless: it never will pass. */
function isFinalRefusal({ status }: CallFailed): boolean {
  return status === 400 || status === 403 || status === 404
}

function videoOf(key: string): VideoOfCourse {
  const [courseId = '', videoId = ''] = key.split('/')
  return { courseId, videoId }
}
