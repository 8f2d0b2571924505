import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import type { ResponseOf } from '../../../http/endpoint.ts'
import { formatDate } from '../../../shared/format-date.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { formatRupees } from '../../../shared/money.ts'
import { call } from '../../../ui/call.ts'
import { Alert } from '../../../ui/controls/alert.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { SelectField } from '../../../ui/controls/select-field.tsx'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { repeatTry, type Try } from '../../../ui/drafting/repeat-try.ts'
import { PrivacyNote } from '../../../ui/layout/privacy-note.tsx'
import { requiredTextOf, textOf, useSaveForm } from '../../../ui/use-save-form.ts'
import { myPaymentsQuery } from '../../checkout/web/queries.ts'
import { complaintSubjects } from '../complaint.ts'
import { subjectLabels } from '../complaint-labels.ts'
import { complaintPaths } from '../complaint-paths.ts'
import type { fileComplaint } from '../contract.ts'

type Filed = ResponseOf<typeof fileComplaint>

/** What somebody complains about; a visitor says who they are as well. */
export function ComplaintForm({ isSignedIn }: { isSignedIn: boolean }) {
  // The same until it is filed, so that a second try files no second one; of another address it is another.
  const tried = useRef<Try | null>(null)
  const [filed, setFiled] = useState<Filed | null>(null)
  const [isAllSaid, setIsAllSaid] = useState(true)
  const { submit, isBusy, field, failure } = useSaveForm({
    save: (form) => {
      const subject = complaintSubjects.find((one) => one === textOf(form, 'subject')) ?? 'other'
      const sender = {
        name: requiredUnless(isSignedIn, form, 'name', t('Please enter your name.')),
        email: requiredUnless(isSignedIn, form, 'email', t('Please enter your e-mail address.')),
      }
      const words = requiredTextOf(form, 'words', t('Please write what it is about.'))
      const paymentId = textOf(form, 'payment_id') || null
      tried.current = repeatTry(tried.current, sender.email ?? '')
      const { id } = tried.current
      return call('POST /complaints', {
        body: { id, subject, words, payment_id: paymentId, ...sender },
      })
    },
    onSaved: (filed, _form, isAsSent) => {
      setFiled(filed)
      // What was added meanwhile is not taken away: filed once more it is added to the same complaint.
      setIsAllSaid(isAsSent)
    },
  })
  const note = filed && <FiledNote filed={filed} isSignedIn={isSignedIn} />
  if (note && isAllSaid) return note
  return (
    <>
      {note && <div className="mb-5">{note}</div>}
      <form method="post" noValidate onSubmit={submit} className="grid gap-5">
        <SelectField
          label={t('What is it about?')}
          {...field('subject')}
          defaultValue="other"
          options={complaintSubjects.map((value) => ({ value, label: t(subjectLabels[value]) }))}
        />
        {isSignedIn ? (
          <PaymentField />
        ) : (
          <>
            <TextField
              label={t('Full Name')}
              {...field('name')}
              autoComplete="name"
              autoCapitalize="words"
              maxLength={100}
              required
            />
            <TextField
              label={t('Email')}
              {...field('email')}
              hint={t('Your number and our answer go there.')}
              type="email"
              inputMode="email"
              autoComplete="email"
              autoCapitalize="none"
              maxLength={254}
              required
            />
          </>
        )}
        <TextArea
          label={t('What went wrong, and what should we do?')}
          {...field('words')}
          rows={6}
          maxLength={5_000}
          required
        />
        <Alert tone="danger">{failure}</Alert>
        <Button type="submit" isBusy={isBusy}>
          {t('File the complaint')}
        </Button>
        <PrivacyNote>
          {t('We use what you write to answer you, and keep it as proof that we did.')}
        </PrivacyNote>
      </form>
    </>
  )
}

function PaymentField() {
  const { data: payments = [] } = useQuery(myPaymentsQuery)
  if (payments.length === 0) return null
  const options = payments.map(({ id, course_title: title, amount, created_at: at }) => ({
    value: id,
    label: `${title}, ${formatRupees(amount)}, ${formatDate(at)}`,
  }))
  return (
    <SelectField
      label={t('About a payment?')}
      name="payment_id"
      options={[{ value: '', label: t('About no payment') }, ...options]}
    />
  )
}

function FiledNote({ filed, isSignedIn }: { filed: Filed; isSignedIn: boolean }) {
  const { id, number, due_on: dueOn } = filed
  return (
    <Alert
      tone="success"
      isUrgent
      detail={
        <>
          {t('You have an answer by {date}. We have mailed you the number.', {
            date: formatDate(dueOn),
          })}
          {isSignedIn && (
            <>
              {' '}
              <Link
                to={`${complaintPaths.page}?${new URLSearchParams({ id })}`}
                className="text-link"
              >
                {t('See your complaint')}
              </Link>
            </>
          )}
        </>
      }
    >
      {t('Your complaint was filed. Its number is {number}.', { number })}
    </Alert>
  )
}

function requiredUnless(
  isKnown: boolean,
  form: FormData,
  name: string,
  message: string,
): string | undefined {
  return isKnown ? undefined : requiredTextOf(form, name, message)
}
