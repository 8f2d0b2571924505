import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useMutation } from '../../../../http/web/use-mutation.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { ActionButton } from '../../../../ui/controls/action-button.tsx'
import { Alert } from '../../../../ui/controls/alert.tsx'
import { Button } from '../../../../ui/controls/button.tsx'
import { nameDevice } from '../../name-device.ts'
import { canUsePasskeys, explainPasskeyFailure, makePasskey } from './passkey-device.ts'
import { securityQuery } from './queries.ts'
import StepUpHost from './step-up-host.tsx'

/** Offers a passkey to who has none and could add one here; once, and nothing waits for the answer. */
export default function PasskeyOffer({ personId }: { personId: string }) {
  const mark = `passkey_offered:${personId}`
  const client = useQueryClient()
  const [isOpen, setIsOpen] = useState(
    () => localStorage.getItem(mark) === null && canUsePasskeys(),
  )
  const { data } = useQuery({ ...securityQuery, enabled: isOpen })
  const make = useMutation({
    mutationFn: () => makePasskey(nameDevice(navigator.userAgent)),
    onSuccess: () => client.invalidateQueries(),
  })
  const isOffered =
    isOpen &&
    data !== undefined &&
    (make.isSuccess || data.passkeys.length === 0) &&
    data.step_up_by.length > 0
  useEffect(() => {
    if (isOffered) localStorage.setItem(mark, '1')
  }, [isOffered, mark])
  if (!isOffered) return null
  const failure = make.error && explainPasskeyFailure(make.error)
  return (
    <section
      aria-labelledby="passkey-offer"
      className="mt-8 grid gap-4 border-t border-line pt-6 text-start"
    >
      <h2 id="passkey-offer" className="text-xl">
        {t('Next time without a password?')}
      </h2>
      {make.isSuccess ? (
        <Alert tone="success" isUrgent>
          {t('From now on you can log in with the lock of this device.')}
        </Alert>
      ) : (
        <>
          <p>
            {t(
              'With a passkey you log in by your fingerprint, your face or the lock of this device. You can also add one later, in your account.',
            )}
          </p>
          <p className="flex flex-wrap gap-3">
            <ActionButton variant="secondary" action={make}>
              {t('Add a passkey')}
            </ActionButton>
            <Button variant="quiet" onClick={() => setIsOpen(false)}>
              {t('Not now')}
            </Button>
          </p>
          <Alert tone="danger">{failure}</Alert>
        </>
      )}
      <StepUpHost />
    </section>
  )
}
