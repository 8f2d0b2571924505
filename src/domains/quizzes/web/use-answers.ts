import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '../../../http/api-client.ts'
import { call } from '../../../ui/call.ts'
import { isRefused } from '../../../ui/is-refused.ts'
import { readSession } from '../../../ui/session.ts'
import type { Attempt } from '../contract.ts'
import type { Answer } from '../grade.ts'
import type { LessonOf } from './queries.ts'
import { readUnsent, writeUnsent } from './unsent-answers.ts'

/** Longer than between two keys of somebody who types. */
const pauseInMs = 600

/** The answers of an open try: on this device at every key, and at the academy a moment later. */
export function useAnswers({ courseId, videoId }: LessonOf, attempt: Attempt) {
  const [unsentOf] = useState(() => ({
    learnerId: readSession()?.user.id ?? '',
    attemptId: attempt.id,
  }))
  const [unsent] = useState(() => new Map(Object.entries(readUnsent(unsentOf))))
  const [answers, setAnswers] = useState<Record<string, Answer | null>>(() => ({
    ...Object.fromEntries(attempt.questions.map(({ id, answer }) => [id, answer])),
    ...Object.fromEntries(unsent),
  }))
  const [isUnsent, setIsUnsent] = useState(false)
  const sending = useRef<Promise<void>>(Promise.resolve())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [begunAt] = useState(() => Date.now())
  const spent = useRef({ since: begunAt, of: new Map<string, number>() })

  const sendEach = async () => {
    for (const [questionId, answer] of unsent) {
      // In their own name only, also when another has logged in here.
      if (readSession()?.user.id !== unsentOf.learnerId)
        throw new ApiError(401, { code: 'not_signed_in' })
      const tookInMs = spent.current.of.get(questionId)
      try {
        await call(
          'PUT /courses/:course_id/videos/:video_id/quiz/attempts/:attempt_id/answers/:question_id',
          {
            params: {
              course_id: courseId,
              video_id: videoId,
              attempt_id: attempt.id,
              question_id: questionId,
            },
            body: {
              answer,
              ...(tookInMs !== undefined && {
                took_in_seconds: Math.min(86_400, Math.round(tookInMs / 1000)),
              }),
            },
          },
        )
      } catch (error) {
        // What the academy has refused once it will refuse again; a session that has ended comes back.
        if (!isRefused(error) || (error instanceof ApiError && error.status === 401)) throw error
      }
      if (unsent.get(questionId) === answer) unsent.delete(questionId)
      writeUnsent(unsentOf, Object.fromEntries(unsent))
    }
  }
  /** One after the other, so that the last one given is the last one kept. */
  const send = (): Promise<void> => {
    clearTimeout(timer.current)
    const sent = sending.current.then(sendEach)
    sending.current = sent.catch(() => undefined)
    return sent
  }
  const sendLater = () => {
    send().then(
      () => setIsUnsent(false),
      () => setIsUnsent(true),
    )
  }
  const sendWhatWaits = useEffectEvent(() => {
    if (unsent.size > 0) sendLater()
  })
  useEffect(() => {
    const onOnline = () => sendWhatWaits()
    sendWhatWaits()
    window.addEventListener('online', onOnline)
    return () => {
      window.removeEventListener('online', onOnline)
      clearTimeout(timer.current)
      sendWhatWaits()
    }
  }, [])

  const keep = (questionId: string, answer: Answer) => {
    unsent.set(questionId, answer)
    writeUnsent(unsentOf, Object.fromEntries(unsent))
  }
  return {
    answers,
    /** Something waits on this device for the network. */
    isUnsent,
    give: (questionId: string, answer: Answer) => {
      const { since, of } = spent.current
      const now = Date.now()
      of.set(questionId, (of.get(questionId) ?? 0) + now - since)
      spent.current.since = now
      keep(questionId, answer)
      setAnswers((before) => ({ ...before, [questionId]: answer }))
      clearTimeout(timer.current)
      timer.current = setTimeout(sendLater, pauseInMs)
    },
    /** All of it is at the academy then. */
    sendAll: send,
  }
}
