import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useMutation } from '../../../http/web/use-mutation.ts'
import { formatDate } from '../../../shared/format-date.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import { Alert, NoticeAlert } from '../../../ui/controls/alert.tsx'
import { AlertDialog } from '../../../ui/controls/alert-dialog.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { FormButtons, FormFold } from '../../../ui/controls/form-fold.tsx'
import { PasswordField } from '../../../ui/controls/password-field.tsx'
import { SelectField } from '../../../ui/controls/select-field.tsx'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { repeatTry, type Try } from '../../../ui/drafting/repeat-try.ts'
import { useHeldFocus } from '../../../ui/layout/hold-focus.ts'
import { PrivacyNote } from '../../../ui/layout/privacy-note.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import type { Notice } from '../../../ui/notice.ts'
import { exactTextOf, textOf, useSaveForm } from '../../../ui/use-save-form.ts'
import { myCoursesQuery } from '../../learning/web/queries.ts'
import { consentWords } from '../consent-words.ts'
import type { Child } from '../contract.ts'
import { childrenQuery } from './queries.ts'

/** In the account: the accounts of children that the parent has opened, and the way to another. */
export function ChildrenPart() {
  const client = useQueryClient()
  const { data, isLoadingError, isFetching, refetch } = useQuery(childrenQuery)
  const [notice, setNotice] = useState<Notice | null>(null)
  const held = useHeldFocus(data)
  const keep: Keep = (answer, text) => {
    setNotice({ tone: 'success', text })
    client.setQueryData(childrenQuery.queryKey, answer)
  }
  if (isLoadingError)
    return (
      <LoadFailure sentence={t('This part could not be loaded.')} of={{ isFetching, refetch }} />
    )
  if (!data) return <Skeleton label={t('Loading')} className="h-32" />
  return (
    <div {...held}>
      <p>
        {t(
          'Learners under 18 need the consent of a parent. You open the account, buy the courses and share them.',
        )}
      </p>
      {data.children.length > 0 && (
        <ul className="mt-4 grid gap-4">
          {data.children.map((child) => (
            <li key={child.id} className="rounded-md border border-line bg-sheet p-4 wrap-anywhere">
              <ChildRow child={child} onKept={keep} />
            </li>
          ))}
        </ul>
      )}
      <NoticeAlert key={notice?.text} notice={notice} className="mt-4" />
      <AddChild onKept={keep} />
    </div>
  )
}

/** Shows what the server answers, and says what was done. */
type Keep = (answer: { children: Child[] }, text: string) => void

interface ChildProps {
  child: Child
  onKept: Keep
}

function ChildRow({ child, onKept }: ChildProps) {
  const { name, login, consented_at: consentedAt, withdrawn_at: withdrawnAt, courses } = child
  if (withdrawnAt !== null) {
    return (
      <p>
        {t('{name}: consent withdrawn on {date}. The account is closed.', {
          name,
          date: formatDate(withdrawnAt),
        })}
      </p>
    )
  }
  return (
    <>
      <h3 className="text-lg wrap-anywhere">{name}</h3>
      <p className="text-sm wrap-anywhere text-ink-soft">
        {t('Logs in with {login}. You consented on {date}.', {
          login,
          date: formatDate(consentedAt),
        })}
      </p>
      {courses.length > 0 && (
        <ul className="mt-2 list-disc ps-5">
          {courses.map(({ id, title }) => (
            <li key={id}>{title}</li>
          ))}
        </ul>
      )}
      <ShareForm child={child} onKept={onKept} />
      <WithdrawButton child={child} onKept={onKept} />
    </>
  )
}

/** Of the parent's courses those that the child has not. */
function ShareForm({ child: { id, name, courses }, onKept }: ChildProps) {
  const { data: own = [] } = useQuery(myCoursesQuery)
  const { submit, isBusy, field, failure } = useSaveForm({
    save: (form) =>
      call('POST /my-children/:id/courses', {
        params: { id },
        body: { course_id: textOf(form, 'course_id') },
      }),
    onSaved: (answer) => onKept(answer, t('The course is shared with {name}.', { name })),
  })
  const options = own.flatMap((course) =>
    courses.some((one) => one.id === course.id) ? [] : [{ value: course.id, label: course.title }],
  )
  if (options.length === 0) return null
  return (
    <form method="post" noValidate onSubmit={submit} className="mt-3 grid gap-3">
      <SelectField
        label={t('Share a course that you bought with {name}', { name })}
        {...field('course_id')}
        hint={t('Each purchase can be shared with one child.')}
        options={options}
      />
      <Alert tone="danger">{failure}</Alert>
      <p>
        <Button type="submit" variant="secondary" size="small" isBusy={isBusy}>
          {t('Share the course')}
        </Button>
      </p>
    </form>
  )
}

function WithdrawButton({ child: { id, name }, onKept }: ChildProps) {
  const [isAsked, setIsAsked] = useState(false)
  const withdraw = useMutation({
    mutationFn: () => call('DELETE /my-children/:id', { params: { id } }),
    onSuccess: (answer) => onKept(answer, t('The consent for {name} is withdrawn.', { name })),
    onSettled: () => setIsAsked(false),
  })
  return (
    <>
      <p className="mt-3">
        <Button variant="quiet" size="small" onClick={() => setIsAsked(true)}>
          {t('Withdraw the consent for {name}', { name })}
        </Button>
      </p>
      <Alert tone="danger">{withdraw.error?.message}</Alert>
      <AlertDialog
        isOpen={isAsked}
        title={t('Withdraw the consent?')}
        text={t('{name} is logged out at once, and the account is closed for good.', { name })}
        confirmLabel={t('Withdraw')}
        isDangerous
        isBusy={withdraw.isPending}
        onConfirm={() => withdraw.mutate()}
        onCancel={() => setIsAsked(false)}
      />
    </>
  )
}

function AddChild({ onKept }: Pick<ChildProps, 'onKept'>) {
  // A second try opens no second account; typed otherwise it is another.
  const tried = useRef<Try | null>(null)
  const { submit, isBusy, errorAt, field, failure, forget } = useSaveForm({
    save: (form) => {
      const [name, password] = [textOf(form, 'name'), exactTextOf(form, 'password')]
      tried.current = repeatTry(tried.current, JSON.stringify([name, password]))
      return call('POST /my-children', {
        body: {
          id: tried.current.id,
          name,
          password,
          confirm_password: exactTextOf(form, 'confirm_password'),
          // What is not ticked is refused, with the reason at the box.
          consents: (form.get('consents') === 'on') as true,
        },
      })
    },
    onSaved: (answer, form, isAsSent) => {
      const child = answer.children.find(({ id }) => id === tried.current?.id)
      tried.current = null
      if (isAsSent) form.reset()
      onKept(answer, t('The account is open. Log in with {login}.', { login: child?.login ?? '' }))
    },
  })
  const unconsented = errorAt('consents')
  return (
    <FormFold label={t('Add a child')}>
      <form method="post" noValidate onSubmit={submit} className="grid gap-5">
        <TextField
          label={t('The child’s full name')}
          name="name"
          hint={t('As it should appear on certificates, in any script.')}
          autoComplete="off"
          maxLength={100}
          required
          error={errorAt('name') && t('Please enter the child’s name.')}
        />
        <PasswordField
          label={t('Password for the child')}
          {...field('password')}
          hint={t('8 characters or more.')}
          autoComplete="new-password"
        />
        <PasswordField
          label={t('Confirm Password')}
          {...field('confirm_password')}
          autoComplete="new-password"
        />
        <div>
          <label className="flex items-start gap-3">
            <input
              type="checkbox"
              name="consents"
              aria-invalid={unconsented === undefined ? undefined : true}
              aria-describedby="child-consent-error"
              className="mt-0.5 size-5 shrink-0 accent-ink"
            />
            <span>{t(consentWords)}</span>
          </label>
          <p
            id="child-consent-error"
            role="alert"
            className="mt-1 text-sm font-medium text-danger empty:hidden"
          >
            {unconsented}
          </p>
        </div>
        <PrivacyNote>
          {t('We ask for the name for certificates. Mails about the account come to you.')}
        </PrivacyNote>
        <FormButtons
          label={t('Open the account')}
          isBusy={isBusy}
          failure={failure}
          onCancel={forget}
        />
      </form>
    </FormFold>
  )
}
