import { useState } from 'react'
import { t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { SelectField } from '../../../ui/controls/select-field.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import type { Notice } from '../../../ui/notice.ts'
import { textOf } from '../../../ui/use-save-form.ts'
import type { Nominee } from '../../representatives/contract.ts'
import { requestShowNominee } from '../../representatives/web/queries.ts'
import { useRights } from '../../staff/web/use-rights.ts'
import type { Learner } from '../contract.ts'
import { ImpersonationDialog } from './impersonation-dialog.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { useGivableOptions } from './use-course-options.ts'

type Act =
  | 'give'
  | 'email'
  | 'nominee'
  | 'join'
  | 'sessions'
  | 'second'
  | 'block'
  | 'unblock'
  | 'see'

interface PersonActsProps {
  learner: Learner
  onNotice: (notice: Notice) => void
}

/** What can be done for, or about, somebody. */
export function LearnerActions({ learner, onNotice }: PersonActsProps) {
  const { may } = useRights()
  const [opened, setOpened] = useState<{ act: Act } | null>(null)
  const act = opened?.act
  const mayManage = learner.role === null || may('staff')
  // An answer closes the dialog that asked, not one that was opened since.
  const close = () => setOpened((now) => (now === opened ? null : now))
  const done = (message: string) => {
    close()
    onNotice({ tone: 'success', text: message })
  }
  const button = (name: Act, label: string) => (
    <Button variant="secondary" size="small" onClick={() => setOpened({ act: name })}>
      {label}
    </Button>
  )
  const dialog = { onClose: close, onDone: done, reasonHint: t('It is kept in the audit log.') }
  const { id, name } = learner
  return (
    <>
      <div className="mt-4 flex flex-wrap gap-2">
        {learner.role === null && !learner.blocked && button('see', t('See as this learner…'))}
        {may('gifts') && button('give', t('Give a course…'))}
        {mayManage && button('email', t('Change address…'))}
        {learner.role === null && button('join', t('Join accounts…'))}
        {learner.role === null && button('nominee', t('Look up the nominee…'))}
        {mayManage && button('sessions', t('Log out everywhere…'))}
        {mayManage && button('second', t('Take off second step…'))}
        {mayManage &&
          (learner.blocked ? button('unblock', t('Unblock…')) : button('block', t('Block…')))}
      </div>
      {act === 'see' && <ImpersonationDialog learner={learner} onClose={close} />}
      {act === 'give' && <GiveDialog learner={learner} onClose={close} onDone={done} />}
      {act === 'email' && <EmailDialog learner={learner} onClose={close} onDone={done} />}
      {act === 'join' && <JoinDialog learner={learner} onClose={close} onDone={done} />}
      {act === 'nominee' && (
        <ReasonDialog
          {...dialog}
          title={t('Look up the nominee')}
          text={t('Whom {name} has named to act for them if they die or cannot act.', { name })}
          confirmLabel={t('Look up')}
          act={async (reason) => ({
            message: describeNominee((await requestShowNominee(id, reason)).nominee),
          })}
        />
      )}
      {act === 'sessions' && (
        <ReasonDialog
          {...dialog}
          title={t('Log out everywhere')}
          text={t('{name} is logged out on every device and can log in again.', { name })}
          confirmLabel={t('Log out')}
          act={(reason) =>
            call('POST /admin/learners/:id/end-sessions', { params: { id }, body: { reason } })
          }
        />
      )}
      {act === 'second' && (
        <ReasonDialog
          {...dialog}
          title={t('Take off the second step')}
          text={t(
            '{name} loses app, recovery codes and passkeys, is logged out and told by mail. Only for who has shown you that it is them.',
            { name },
          )}
          confirmLabel={t('Take it off')}
          isDangerous
          act={(reason) =>
            call('POST /admin/learners/:id/reset-second-step', { params: { id }, body: { reason } })
          }
        />
      )}
      {act === 'block' && (
        <ReasonDialog
          {...dialog}
          title={t('Block')}
          text={t(
            '{name} is logged out and cannot log in any more. Payments and courses stay as they are.',
            { name },
          )}
          confirmLabel={t('Block')}
          isDangerous
          act={(reason) =>
            call('POST /admin/learners/:id/block', { params: { id }, body: { reason } })
          }
        />
      )}
      {act === 'unblock' && (
        <ReasonDialog
          {...dialog}
          title={t('Unblock')}
          text={t('{name} can log in again.', { name })}
          confirmLabel={t('Unblock')}
          act={(reason) =>
            call('POST /admin/learners/:id/unblock', { params: { id }, body: { reason } })
          }
        />
      )}
    </>
  )
}

function describeNominee(nominee: Nominee | null): string {
  if (nominee === null) return t('Nobody is named.')
  const { name, relation, email, phone } = nominee
  return [`${name} (${relation})`, email, phone].filter((part) => part !== null).join(', ')
}

interface OwnDialogProps {
  learner: Learner
  onClose: () => void
  onDone: (message: string) => void
}

function GiveDialog({ learner, onClose, onDone }: OwnDialogProps) {
  const courses = useGivableOptions()
  return (
    <ReasonDialog
      title={t('Give a course')}
      text={t('{name} gets the course as a gift, for good or until you withdraw it.', {
        name: learner.name,
      })}
      confirmLabel={t('Give')}
      reasonHint={t('The learner can read it.')}
      onClose={onClose}
      onDone={onDone}
      act={(reason, form) =>
        call('POST /admin/learners/:id/courses', {
          params: { id: learner.id },
          body: { course_id: textOf(form, 'course_id'), reason },
        })
      }
      renderFields={(errorAt) => (
        <SelectField
          label={t('Course')}
          name="course_id"
          options={[{ value: '', label: t('Choose a course') }, ...courses]}
          error={errorAt('course_id') && t('Please choose a course.')}
        />
      )}
    />
  )
}

function EmailDialog({ learner, ...ends }: OwnDialogProps) {
  return (
    <AddressDialog
      {...ends}
      title={t('Change address')}
      text={t(
        'We mail a link to the new address, and ask the old one. The address changes once the link was opened and the old address has agreed, or has said nothing for a day; every device is logged out then.',
      )}
      confirmLabel={t('Send the link')}
      label={t('New e-mail')}
      act={(said) =>
        call('POST /admin/learners/:id/email', { params: { id: learner.id }, body: said })
      }
    />
  )
}

function JoinDialog({ learner, ...ends }: OwnDialogProps) {
  return (
    <AddressDialog
      {...ends}
      title={t('Join accounts')}
      text={t(
        'We mail a code to {email} and one to the other address. Nothing happens until the learner logs in with {email} and enters both in My Account. Then all of the other account comes here, and the other account ends.',
        { email: learner.email },
      )}
      confirmLabel={t('Send the codes')}
      label={t('E-mail of the other account')}
      act={(said) =>
        call('POST /admin/learners/:id/join', { params: { id: learner.id }, body: said })
      }
    />
  )
}

interface AddressDialogProps extends Omit<OwnDialogProps, 'learner'> {
  title: string
  text: string
  confirmLabel: string
  /** Of the address. */
  label: string
  act: (said: { email: string; reason: string }) => Promise<{ message: string }>
}

function AddressDialog({ label, act, ...dialog }: AddressDialogProps) {
  return (
    <ReasonDialog
      {...dialog}
      reasonHint={t('It is kept in the audit log.')}
      act={(reason, form) => act({ email: textOf(form, 'email'), reason })}
      renderFields={(errorAt) => (
        <TextField
          label={label}
          name="email"
          type="email"
          autoComplete="off"
          maxLength={254}
          error={errorAt('email')}
        />
      )}
    />
  )
}
