import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMutation } from '../../../http/web/use-mutation.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { Alert } from '../../../ui/controls/alert.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import type { SessionUser } from '../../../ui/session.ts'
import { AuthForm } from './auth-form.tsx'
import { explainRequestFailure } from './explain-failure.ts'
import { type Failure, FailureAlert } from './failure-alert.tsx'
import { changeProfile, profileQuery } from './profile-queries.ts'
import { SubmitButton } from './submit-button.tsx'
import { useForm } from './use-form.ts'

export function ProfileForm({ user }: { user: Pick<SessionUser, 'name' | 'phone'> }) {
  const client = useQueryClient()
  /** Null: what stands there was not sent. */
  const [stage, setStage] = useState<'sent' | 'saved' | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const { mutateAsync: save } = useMutation({
    mutationFn: changeProfile,
    onSuccess: () => client.invalidateQueries({ queryKey: profileQuery.queryKey }),
  })
  const { register, handleSubmit, showServerErrors, load, errors, isSubmitting } = useForm(
    'profile',
    { onChange: () => setStage(null) },
  )
  const submit = handleSubmit(async (values) => {
    setFailure(null)
    setStage('sent')
    try {
      await save(values)
      setStage((now) => now && 'saved')
    } catch (error) {
      if (showServerErrors(error)) return
      setFailure({ sentence: explainRequestFailure(error), error })
    }
  })
  return (
    <AuthForm onSubmit={submit} onTouched={load}>
      <TextField
        label={t('Full Name')}
        hint={t(
          'As it should appear on your next certificates, in any script. Those you have already stay as they are.',
        )}
        autoComplete="name"
        autoCapitalize="words"
        maxLength={100}
        required
        defaultValue={user.name}
        error={errors.name}
        {...register('name')}
      />
      <TextField
        label={t('Phone')}
        hint={t('With the country code, such as +91 98765 43210.')}
        type="tel"
        autoComplete="tel"
        maxLength={30}
        isOptional
        defaultValue={user.phone ?? ''}
        error={errors.phone}
        {...register('phone')}
      />
      <Alert tone="success" isUrgent>
        {stage === 'saved' && t('Your details are saved.')}
      </Alert>
      <FailureAlert failure={failure} />
      <SubmitButton isBusy={isSubmitting}>{t('Save')}</SubmitButton>
    </AuthForm>
  )
}
