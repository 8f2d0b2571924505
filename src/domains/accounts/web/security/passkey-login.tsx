import { useEffect, useEffectEvent, useState } from 'react'
import { t } from '../../../../shared/i18n/translate.ts'
import { Alert } from '../../../../ui/controls/alert.tsx'
import { Button } from '../../../../ui/controls/button.tsx'
import { useEnter } from '../use-enter.ts'
import { logInByPasskey } from './login-queries.ts'
import {
  canOfferPasskeys,
  canUsePasskeys,
  explainPasskeyFailure,
  stopOffering,
} from './passkey-device.ts'

/** Lets in by a passkey: by this button, or as one of the browser's proposals for the e-mail. */
export function PasskeyLogin() {
  const enter = useEnter('login')
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  const logIn = async (options: { isOffered?: boolean } = {}) => {
    try {
      await enter(await logInByPasskey(options))
    } catch (error) {
      setFailure(explainPasskeyFailure(error))
    }
  }
  const logInByOffer = useEffectEvent(() => void logIn({ isOffered: true }))
  useEffect(() => {
    let isLeft = false
    const offer = async () => {
      if ((await canOfferPasskeys()) && !isLeft) logInByOffer()
    }
    void offer()
    return () => {
      isLeft = true
      stopOffering()
    }
  }, [])

  if (!canUsePasskeys()) return null
  return (
    <>
      <Button
        variant="secondary"
        className="w-full"
        isBusy={isBusy}
        onClick={() => {
          setFailure(null)
          setIsBusy(true)
          void logIn().finally(() => setIsBusy(false))
        }}
      >
        {t('Log in with a passkey')}
      </Button>
      {failure !== null && (
        <div className="mt-3">
          <Alert tone="danger">{failure}</Alert>
        </div>
      )}
    </>
  )
}
