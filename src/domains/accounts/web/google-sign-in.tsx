import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { languageTag } from '../../../shared/i18n/language.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import { Alert } from '../../../ui/controls/alert.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Spinner } from '../../../ui/controls/spinner.tsx'
import {
  explainGoogleLoginFailure,
  googleLoginProviderFailure,
  googleSignUpFailure,
} from './explain-failure.ts'
import { type GoogleIdentity, loadGoogleIdentity } from './google-identity.ts'
import { fetchGoogleNonce } from './queries.ts'
import { type Purpose, useEnter } from './use-enter.ts'
import { useSecondStep } from './use-second-step.ts'

interface GoogleSignInProps {
  google: { clientId: string; script: string }
  purpose: Purpose
  /** What becomes of a credential; left out: it signs in. */
  take?: (credential: string) => Promise<unknown>
  onTryAgain: () => void
}

/** Shows the button that Google draws, and signs in who comes back from its window. */
export default function GoogleSignIn({ google, purpose, take, onTryAgain }: GoogleSignInProps) {
  const enter = useEnter(purpose)
  const goOnToSecondStep = useSecondStep()
  const place = useRef<HTMLDivElement>(null)
  const [isEntering, setIsEntering] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [isScriptMissing, setIsScriptMissing] = useState(false)
  const [wantsNews, setWantsNews] = useState(false)
  /** What the button was drawn with, good for one try; null: it is to be drawn anew. */
  const [nonce, setNonce] = useState<string | null>(null)

  const signIn = useEffectEvent(async (credential: string | undefined) => {
    if (credential === undefined) return setFailure(t(providerFailures[purpose]))
    setFailure(null)
    setIsEntering(true)
    const body = { credential, wants_news: wantsNews }
    try {
      if (take) await take(credential)
      else await enter(await call('POST /auth/google', { body }))
    } catch (error) {
      if (await goOnToSecondStep(error)) return
      setFailure(purpose === 'login' ? explainGoogleLoginFailure(error) : t(googleSignUpFailure))
      setNonce(null)
    } finally {
      setIsEntering(false)
    }
  })

  const showButton = useEffectEvent((identity: GoogleIdentity, fresh: string) => {
    const parent = place.current
    if (!parent) return
    identity.initialize({
      client_id: google.clientId,
      nonce: fresh,
      callback: ({ credential }) => void signIn(credential),
    })
    parent.replaceChildren()
    identity.renderButton(parent, { ...look(parent), text: texts[purpose], locale: languageTag() })
  })

  useEffect(() => {
    if (nonce !== null) return
    let isLeft = false
    const draw = async () => {
      const [identity, fresh] = await Promise.all([
        loadGoogleIdentity(google.script),
        fetchGoogleNonce(),
      ])
      if (isLeft) return
      showButton(identity, fresh)
      setNonce(fresh)
    }
    draw().catch(() => isLeft || setIsScriptMissing(true))
    return () => {
      isLeft = true
    }
  }, [nonce, google.script])

  return (
    <div className="mt-6">
      {purpose === 'signup' && !isScriptMissing && (
        <label className="mb-4 flex min-h-11 items-start gap-3">
          <input
            type="checkbox"
            checked={wantsNews}
            onChange={(event) => setWantsNews(event.target.checked)}
            className="mt-0.5 size-5 shrink-0 accent-ink"
          />
          <span>
            {t('Mail me news and offers if I sign up with Google')}
            <span className="block text-sm text-ink-soft">
              {t('You can say no again at any time.')}
            </span>
          </span>
        </label>
      )}
      {/* Google's frame is drawn for light pages: in dark ones it would stand in a white box. */}
      <div
        ref={place}
        hidden={isScriptMissing}
        className="grid min-h-11 justify-items-center scheme-light"
      />
      <output className="flex items-center justify-center gap-2 text-sm not-empty:mt-3">
        {isEntering && (
          <>
            <Spinner /> {t('Signing you in…')}
          </>
        )}
      </output>
      <Alert className="mt-3" tone="danger">
        {failure}
      </Alert>
      {isScriptMissing && (
        <Alert
          tone="note"
          action={
            <Button variant="secondary" size="small" onClick={onTryAgain}>
              {t('Try again')}
            </Button>
          }
        >
          {t(providerFailures[purpose])}
        </Alert>
      )}
    </div>
  )
}

const texts: Record<Purpose, string> = { login: 'signin_with', signup: 'signup_with' }
const providerFailures: Record<Purpose, string> = {
  login: googleLoginProviderFailure,
  signup: googleSignUpFailure,
}

/** Google's button takes a width in pixels, 400 at most. */
function look(parent: HTMLElement): Record<string, string | number> {
  const width = Math.min(400, Math.max(200, parent.clientWidth))
  return { theme: 'outline', size: 'large', shape: 'rectangular', logo_alignment: 'center', width }
}
