import { useEffect, useEffectEvent, useState } from 'react'
import { t } from '../../../../shared/i18n/translate.ts'
import { Alert } from '../../../../ui/controls/alert.tsx'
import { Button } from '../../../../ui/controls/button.tsx'
import { useEnter } from '../use-enter.ts'
import { keepOffering } from './keep-offering.ts'
import { sendPasskey } from './login-queries.ts'
import {
  askPasskey,
  canOfferPasskeys,
  canUsePasskeys,
  explainPasskeyFailure,
  stopOffering,
} from './passkey-device.ts'

/** Lets in by a passkey: by this button, or as one of the browser's proposals for the e-mail. */
export default function PasskeyLogin() {
  const enter = useEnter('login')
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  /** True: a passkey was shown, and did not let in. */
  const logIn = async ({ isOffered = false } = {}): Promise<boolean> => {
    let isShown = false
    try {
      const answer = await askPasskey({ isOffered })
      isShown = true
      await enter(await sendPasskey(answer))
      return false
    } catch (error) {
      // Of an offer that nobody has taken there is nothing to say.
      if (isShown || !isOffered) setFailure(explainPasskeyFailure(error))
      return isShown
    }
  }
  const offer = useEffectEvent(() => logIn({ isOffered: true }))
  useEffect(() => {
    if (isBusy) return // the button's own dialog is open
    return keepOffering({ canOffer: canOfferPasskeys, offer: () => offer(), stop: stopOffering })
  }, [isBusy])

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
      <Alert className="mt-3" tone="danger">
        {failure}
      </Alert>
    </>
  )
}
