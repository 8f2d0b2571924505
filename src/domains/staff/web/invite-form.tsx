import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../shared/i18n/translate.ts'
import { Alert } from '../../../ui/controls/alert.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { SelectField } from '../../../ui/controls/select-field.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import type { Notice } from '../../../ui/notice.ts'
import { textOf, useSaveForm } from '../../../ui/use-save-form.ts'
import { requestInvite, staffQuery } from './queries.ts'
import { readRole, roleOptions } from './role-options.ts'

/** An address and a role; what is wrong with them is said at the field. */
export function InviteForm({ onNotice }: { onNotice: (notice: Notice | null) => void }) {
  const client = useQueryClient()
  const [email, setEmail] = useState('')
  const { submit, isBusy, error, errorAt, failure } = useSaveForm({
    save: async (form) => {
      onNotice(null)
      const invited = await requestInvite({ email, role: readRole(textOf(form, 'role')) })
      return { asked: email, invited }
    },
    onSaved: ({ asked, invited }) => {
      setEmail((now) => (now === asked ? '' : now)) // the next one may stand there already
      const text = t('An invitation is on its way to {email}. It is good for 7 days.', {
        email: invited.email,
      })
      onNotice({ tone: 'success', text })
      void client.invalidateQueries({ queryKey: staffQuery.queryKey })
    },
  })
  const taken = error?.code === 'already_staff' ? error.message : undefined
  return (
    <form
      onSubmit={submit}
      noValidate
      aria-labelledby="invite"
      className="mt-6 rounded-md border border-line bg-sheet p-4 sm:p-5"
    >
      <h2 id="invite" className="text-xl">
        {t('Invite somebody')}
      </h2>
      <div className="mt-3 grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label={t('E-mail')}
          type="email"
          autoComplete="off"
          maxLength={254}
          required
          value={email}
          error={errorAt('email') ?? taken}
          onChange={(event) => setEmail(event.target.value)}
        />
        <SelectField label={t('Role')} name="role" options={roleOptions()} defaultValue="teacher" />
      </div>
      <Button type="submit" className="mt-4" isBusy={isBusy}>
        {t('Send the invitation')}
      </Button>
      <Alert className="mt-4" tone="danger">
        {taken === undefined && failure}
      </Alert>
    </form>
  )
}
