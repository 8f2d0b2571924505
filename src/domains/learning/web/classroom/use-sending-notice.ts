import { useEffect, useRef, useState } from 'react'
import type { LearnerSender } from './learner-sender.ts'
import { hearTry, isWorthNotice, type SendingTrouble, tellAfterInMs } from './sending-trouble.ts'

/** What a learner is told of their progress on its way; null: nothing. */
export type SendingNotice =
  | { kind: 'unsent' | 'signed_out' }
  /** It will never count, for this reason. */
  | { kind: 'refused'; reason: string }

const refusalStaysForInMs = 12_000

/** Follows a sender, and speaks up only of what lasts. */
export function useSendingNotice(sender: LearnerSender): SendingNotice | null {
  const [notice, setNotice] = useState<SendingNotice | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const trouble = useRef<SendingTrouble | null>(null)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tellIfWorth = () => {
      if (isWorthNotice(trouble.current, Date.now())) setNotice({ kind: 'unsent' })
    }
    const stopListening = sender.listen({
      onAnswer: () => undefined,
      onRefused: setRefusal,
      onState: (state) => {
        trouble.current = hearTry(trouble.current, state, Date.now())
        clearTimeout(timer)
        if (state === 'signed_out') setNotice({ kind: 'signed_out' })
        if (state === 'sent') setNotice(null)
        if (state !== 'unsent') return
        tellIfWorth()
        timer = setTimeout(tellIfWorth, tellAfterInMs)
      },
    })
    return () => {
      clearTimeout(timer)
      stopListening()
    }
  }, [sender])

  useEffect(() => {
    if (refusal === null) return undefined
    const timer = setTimeout(() => setRefusal(null), refusalStaysForInMs)
    return () => clearTimeout(timer)
  }, [refusal])

  return notice ?? (refusal === null ? null : { kind: 'refused', reason: refusal })
}
