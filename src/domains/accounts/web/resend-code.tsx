import { useEffect, useState } from 'react'
import { t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import { Alert } from '../../../ui/controls/alert.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { explainRequestFailure } from './explain-failure.ts'
import { type Failure, FailureAlert } from './failure-alert.tsx'

/** The server mails one code a minute. */
const pauseInSeconds = 60

/** Asks for another code, once the last one had time to arrive. */
export function ResendCode({ email }: { email: string }) {
  const [secondsLeft, setSecondsLeft] = useState(pauseInSeconds)
  const [isAsking, setIsAsking] = useState(false)
  const [isSent, setIsSent] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const isWaiting = secondsLeft > 0

  useEffect(() => {
    if (!isWaiting) return
    const until = Date.now() + pauseInSeconds * 1000
    const timer = window.setInterval(
      () => setSecondsLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000))),
      250,
    )
    return () => window.clearInterval(timer)
  }, [isWaiting])

  const resend = async () => {
    setFailure(null)
    setIsSent(false)
    setIsAsking(true)
    try {
      await call('POST /auth/resend-code', { body: { email } })
      setIsSent(true)
      setSecondsLeft(pauseInSeconds)
    } catch (error) {
      setFailure({ sentence: explainRequestFailure(error), error })
    } finally {
      setIsAsking(false)
    }
  }

  return (
    <div className="grid gap-3">
      <Button
        variant="secondary"
        isBusy={isAsking}
        disabled={isWaiting}
        onClick={() => void resend()}
        className="w-full"
      >
        {t('Resend code')}
      </Button>
      {isWaiting && (
        <p className="text-center text-sm text-ink-soft tabular-nums">
          {t(
            'You can ask for another code in {seconds, plural, one {# second} other {# seconds}}.',
            { seconds: secondsLeft },
          )}
        </p>
      )}
      {isSent && (
        <Alert tone="success">{t('A fresh code is on its way. The last one is void.')}</Alert>
      )}
      <FailureAlert failure={failure} />
    </div>
  )
}
