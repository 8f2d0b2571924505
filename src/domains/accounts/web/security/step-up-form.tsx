import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useMutation } from '../../../../http/web/use-mutation.ts'
import { paths } from '../../../../paths.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { ActionButton } from '../../../../ui/controls/action-button.tsx'
import { Alert } from '../../../../ui/controls/alert.tsx'
import { Button } from '../../../../ui/controls/button.tsx'
import { PasswordField } from '../../../../ui/controls/password-field.tsx'
import { Skeleton } from '../../../../ui/controls/skeleton.tsx'
import { LoadFailure } from '../../../../ui/load-failure.tsx'
import { exactTextOf, textOf, useSaveForm } from '../../../../ui/use-save-form.ts'
import { askPasskey, canUsePasskeys, explainPasskeyFailure } from './passkey-device.ts'
import { requestStepUp, securityQuery } from './queries.ts'
import { SecondCodeField } from './second-code-field.tsx'

/** By what a person shows once more that it is them: their passkey, a code, or else their password. */
export function StepUpForm({ onDone }: { onDone: () => void }) {
  const { data, isLoadingError, isFetching, refetch } = useQuery(securityQuery)
  if (isLoadingError)
    return (
      <LoadFailure sentence={t('This part could not be loaded.')} of={{ isFetching, refetch }} />
    )
  if (!data) return <Skeleton label={t('Loading')} className="h-40" />
  const { step_up_by: ways } = data
  const isPasskeyPossible = ways.includes('passkey') && canUsePasskeys()
  const typed = ways.find((way) => way !== 'passkey')
  return (
    <div className="grid gap-5">
      {isPasskeyPossible && <PasskeyStep onDone={onDone} />}
      {typed && <TypedStep key={typed} way={typed} onDone={onDone} />}
      {!isPasskeyPossible && !typed && (
        <p>
          {ways.includes('passkey')
            ? t('Please open this page where your passkey is.')
            : t('Your account has no password yet, so nothing shows that it is you.')}{' '}
          <Link to={paths.forgotPassword} className="text-link inline-block py-1">
            {t('Set a password')}
          </Link>
        </p>
      )}
    </div>
  )
}

interface StepProps {
  onDone: () => void
}

function PasskeyStep({ onDone }: StepProps) {
  const step = useMutation({
    mutationFn: async () => requestStepUp({ passkey: await askPasskey() }),
    onSuccess: onDone,
  })
  const failure = step.error && explainPasskeyFailure(step.error)
  return (
    <>
      <ActionButton action={step}>{t('Use a passkey')}</ActionButton>
      <Alert tone="danger">{failure}</Alert>
    </>
  )
}

function TypedStep({ way, onDone }: StepProps & { way: 'password' | 'code' }) {
  const [isRecovery, setIsRecovery] = useState(false)
  const { submit, isBusy, field, failure } = useSaveForm({
    save: (form) =>
      requestStepUp(
        way === 'password'
          ? { password: exactTextOf(form, 'password') }
          : { code: textOf(form, 'code') },
      ),
    onSaved: onDone,
  })
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      {way === 'password' ? (
        <PasswordField
          label={t('Your password')}
          {...field('password')}
          autoComplete="current-password"
        />
      ) : (
        <SecondCodeField
          {...field('code')}
          isRecovery={isRecovery}
          onSwitch={() => setIsRecovery(!isRecovery)}
        />
      )}
      <Alert tone="danger">{failure}</Alert>
      <Button type="submit" isBusy={isBusy}>
        {t('Go on')}
      </Button>
    </form>
  )
}
