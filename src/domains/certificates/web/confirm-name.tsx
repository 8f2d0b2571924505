import { useRef, useState } from 'react'
import { useMutation } from '../../../http/web/use-mutation.ts'
import { paths } from '../../../paths.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { LinkButton } from '../../../ui/controls/link-button.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { AuthForm } from '../../accounts/web/auth-form.tsx'
import { explainRequestFailure } from '../../accounts/web/explain-failure.ts'
import { type Failure, FailureAlert } from '../../accounts/web/failure-alert.tsx'
import { changeProfile } from '../../accounts/web/profile-queries.ts'
import { SubmitButton } from '../../accounts/web/submit-button.tsx'
import { useForm } from '../../accounts/web/use-form.ts'
import { CertificateSheet } from './certificate-sheet.tsx'
import type { CertificatePreview } from './queries.ts'

interface ConfirmNameProps {
  preview: CertificatePreview
  /** The account has this name now: the certificate may be issued. */
  onConfirmed: () => void
}

/** Before a certificate is issued: a last look at the name that it carries for good. */
export function ConfirmName({ preview, onConfirmed }: ConfirmNameProps) {
  const [name, setName] = useState(preview.user_name)
  const typed = useRef(name)
  const [failure, setFailure] = useState<Failure | null>(null)
  const { mutateAsync: change } = useMutation({ mutationFn: changeProfile })
  const { register, handleSubmit, showServerErrors, load, errors, isSubmitting } = useForm(
    'printedName',
    {
      onChange: (_, text) => {
        typed.current = text
        setName(text)
      },
    },
  )
  const send = async (values: { name: string }) => {
    setFailure(null)
    const sent = typed.current
    try {
      // Sent in any case: what was looked at is printed, whatever another tab has saved meanwhile.
      await change(values)
      // Corrected meanwhile, it is to be confirmed anew: the certificate carries it for good.
      if (typed.current === sent) onConfirmed()
    } catch (error) {
      if (showServerErrors(error)) return
      setFailure({ sentence: explainRequestFailure(error), error })
    }
  }
  return (
    <div className="page-width grid max-w-5xl gap-10 py-10">
      <div className="w-full max-w-form">
        <h1 className="text-3xl sm:text-4xl">{t('Your certificate will carry this name')}</h1>
        <p className="mt-3 text-ink-soft">
          {t(
            'Please check it now: once the certificate is made, you cannot change the name on it yourself.',
          )}
        </p>
        <div className="mt-6">
          <AuthForm onSubmit={(event) => handleSubmit(send)(event)} onTouched={load}>
            <TextField
              label={t('Your Name')}
              hint={t('As it should be printed, in any script. Your account takes this name too.')}
              autoComplete="name"
              autoCapitalize="words"
              maxLength={100}
              required
              defaultValue={preview.user_name}
              error={errors.name}
              {...register('name')}
            />
            <FailureAlert failure={failure} />
            <SubmitButton isBusy={isSubmitting}>{t('Confirm')}</SubmitButton>
          </AuthForm>
          <p className="mt-3">
            <LinkButton to={paths.myCourses} variant="quiet">
              {t('Back to My Courses')}
            </LinkButton>
          </p>
        </div>
      </div>
      <section aria-label={t('Preview')}>
        <p className="mb-3 text-sm text-ink-soft">{t('This is how it will look:')}</p>
        <CertificateSheet
          certificate={{ ...preview, user_name: name.trim() || '…', certificate_id: null }}
          style={preview.style}
          verifyUrl={null}
        />
      </section>
    </div>
  )
}
