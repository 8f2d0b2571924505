import { useQueryClient } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import { Alert } from '../../../ui/controls/alert.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { textOf, useSaveForm } from '../../../ui/use-save-form.ts'
import { checklistQuery, type GrievanceOfficer } from './queries.ts'

/** Who is named on the contact page, as the E-Commerce Rules ask. The server checks what is typed. */
export function OfficerForm({ officer }: { officer: GrievanceOfficer | null }) {
  const client = useQueryClient()
  /** From when somebody began to type: whom the fields show, and who is named as far as is known. */
  const [begun, setBegun] = useState<Record<'shown' | 'before', GrievanceOfficer | null>>()
  const { shown, before } = begun ?? { shown: officer, before: officer }
  const { submit, isBusy, isSaved, forget, field, failure } = useSaveForm<GrievanceOfficer>({
    save: (form, earlier) =>
      call('PUT /admin/grievance-officer', {
        body: {
          name: textOf(form, 'name'),
          email: textOf(form, 'email'),
          phone: textOf(form, 'phone'),
          before: earlier ?? before,
        },
      }),
    onSaved: (named) => {
      setBegun((begun) => begun && { ...begun, before: named })
      return client.invalidateQueries({ queryKey: checklistQuery.queryKey })
    },
  })
  return (
    <section aria-labelledby="officer" className="mt-10 max-w-text">
      <h2 id="officer" className="text-2xl">
        {t('Grievance officer')}
      </h2>
      <p className="mt-1 text-ink-soft">
        {t(
          'The person to whom complaints go, shown on the contact page. They acknowledge a complaint in 48 hours and answer it in a month.',
        )}
      </p>
      <form
        noValidate
        onSubmit={submit}
        onChange={() => {
          forget()
          setBegun((begun) => begun ?? { shown, before })
        }}
        className="mt-4 grid gap-4"
      >
        <Fragment key={JSON.stringify(shown)}>
          <TextField
            label={t('Name')}
            {...field('name')}
            autoComplete="off"
            maxLength={100}
            required
            defaultValue={shown?.name}
          />
          <TextField
            label={t('E-mail')}
            {...field('email')}
            type="email"
            autoComplete="off"
            required
            defaultValue={shown?.email}
          />
          <TextField
            label={t('Phone')}
            {...field('phone')}
            type="tel"
            autoComplete="off"
            required
            defaultValue={shown?.phone}
          />
        </Fragment>
        <Alert tone="success" isUrgent>
          {isSaved && t('The contact page names them now.')}
        </Alert>
        <Alert tone="danger">{failure}</Alert>
        <div>
          <Button type="submit" isBusy={isBusy}>
            {t('Save')}
          </Button>
        </div>
      </form>
    </section>
  )
}
