import { t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import { Alert } from '../../../ui/controls/alert.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { textOf, useSaveForm } from '../../../ui/use-save-form.ts'

/** Asks for another address of one's account; both addresses are heard first. */
export default function OwnEmailForm({ email }: { email: string }) {
  const { submit, isBusy, field, failure, answer } = useSaveForm({
    save: (form) => call('POST /my-account/email', { body: { email: textOf(form, 'email') } }),
    onSaved: (_answer, form, isAsSent) => isAsSent && form.reset(),
  })
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <p className="wrap-anywhere">
        {t('You log in with {email}, and our mails go there.', { email })}
      </p>
      <TextField
        label={t('New e-mail')}
        {...field('email')}
        hint={t('We mail a link there, and ask your present address.')}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        maxLength={254}
      />
      <Button type="submit" variant="secondary" isBusy={isBusy}>
        {t('Change e-mail')}
      </Button>
      <Alert tone="success" isUrgent>
        {answer?.message}
      </Alert>
      <Alert tone="danger">{failure}</Alert>
    </form>
  )
}
