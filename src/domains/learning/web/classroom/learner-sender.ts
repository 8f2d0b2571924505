import { ApiError } from '../../../../http/api-client.ts'
import { call } from '../../../../ui/call.ts'
import { keptTexts } from '../../../../ui/drafting/kept.ts'
import { readSession } from '../../../../ui/session.ts'
import { writePlace } from '../offline/kept-lesson.ts'
import { type PendingReport, type ReportStore, readPending } from './pending-reports.ts'
import {
  createProgressSender,
  type ProgressResponse,
  type ProgressSender,
  type SenderListener,
  type VideoOfCourse,
} from './send-progress.ts'
import type { UnsentKeyPrefix } from './unsent-key.ts'

export interface LearnerSender extends ProgressSender {
  /** Hears of answers and failures until the returned function is called. */
  listen: (listener: SenderListener) => () => void
  /** The academy does not know yet where the learner stands in it. */
  hasUnsent: (video: VideoOfCourse) => boolean
}

const unsentKeyPrefix: UnsentKeyPrefix = 'unsent-progress:'
const senders = new Map<string, LearnerSender>()
/** A lost packet is no outage: the second try follows soon, the others in their turn. */
const secondTryAfterInMs = 2_000

/** The one sender of a learner on this page, whoever asks for it. */
export function senderOf(learnerId: string): LearnerSender {
  const sender = senders.get(learnerId) ?? createLearnerSender(learnerId)
  senders.set(learnerId, sender)
  return sender
}

function createLearnerSender(learnerId: string): LearnerSender {
  const listeners = new Set<SenderListener>()
  let hasFailed = false
  const store = storeFor(learnerId)
  const sender = createProgressSender({
    store,
    send: (video, report) => sendAs(learnerId, video, report),
    onAnswer: (video, answer) => {
      for (const listener of listeners) listener.onAnswer(video, answer)
    },
    onRefused: (reason) => {
      for (const listener of listeners) listener.onRefused(reason)
    },
    onAccessEnded: (video) => {
      for (const listener of listeners) listener.onAccessEnded?.(video)
    },
    onState: (state) => {
      if (state === 'unsent' && !hasFailed) setTimeout(sender.sendAll, secondTryAfterInMs)
      hasFailed = state === 'unsent'
      for (const listener of listeners) listener.onState(state)
    },
    isLeaving: () => document.visibilityState === 'hidden',
  })
  return {
    ...sender,
    report: (video, report) => {
      sender.report(video, { ...report, toldAt: Date.now() })
      writePlace(learnerId, `${video.courseId}/${video.videoId}`, report.position)
    },
    hasUnsent: ({ courseId, videoId }) =>
      Object.keys(readPending(store)).some((key) =>
        `${key}/`.startsWith(`${courseId}/${videoId}/`),
      ),
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** What somebody watched is sent in their own name only, also when another has logged in here. */
async function sendAs(
  learnerId: string,
  { courseId, videoId }: VideoOfCourse,
  { toldAt, ...report }: PendingReport,
): Promise<ProgressResponse> {
  if (readSession()?.user.id !== learnerId) throw new ApiError(401, { code: 'not_signed_in' })
  const told = toldAt !== undefined && { told_seconds_ago: secondsSince(toldAt) }
  const answer = await call.keepalive('PUT /courses/:course_id/videos/:video_id/progress', {
    params: { course_id: courseId, video_id: videoId },
    body: { ...report, ...told },
  })
  // A network's own login page answers 200 as well.
  if (!Array.isArray(answer?.credited)) throw new ApiError(0, { code: 'offline' })
  return answer
}

/** No more than a report may say, and none of a clock that went back. */
function secondsSince(time: number): number {
  return Math.min(Math.max(0, (Date.now() - time) / 1000), 1_000_000)
}

function storeFor(learnerId: string): ReportStore {
  const key = unsentKeyPrefix + learnerId
  const { read, write } = keptTexts(learnerId)
  return { read: () => read(key), write: (text) => write(key, text) }
}
