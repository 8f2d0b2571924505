import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMutation } from '../../../http/web/use-mutation.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import { Alert } from '../../../ui/controls/alert.tsx'
import { SelectField } from '../../../ui/controls/select-field.tsx'
import { useRights } from '../../staff/web/use-rights.ts'
import { type MailFrequency, mailFrequencies, mailFrequencyLabels } from '../mail-frequency.ts'
import { discussionMailsQuery } from './queries.ts'

/** In the account: how often somebody is mailed about questions and answers; a change is saved at once. */
export default function DiscussionMailsForm() {
  const client = useQueryClient()
  const { may } = useRights()
  const { data } = useQuery(discussionMailsQuery)
  const save = useMutation({
    mutationFn: (frequency: MailFrequency) =>
      call('PUT /my-account/discussion-mails', { body: { frequency } }),
    scope: { id: 'discussion mails' }, // the later choice arrives later
    onSuccess: (saved) => client.setQueryData(discussionMailsQuery.queryKey, saved),
  })
  if (!data) return null // the other choices stand above it
  const shown = save.isPending ? save.variables : data.frequency
  return (
    <div className="mt-4 sm:max-w-xs">
      <SelectField
        label={
          may('courses')
            ? t('Mails about questions and assignments')
            : t('Mails about questions and answers')
        }
        options={mailFrequencies.map((value) => ({ value, label: t(mailFrequencyLabels[value]) }))}
        value={shown}
        onChange={({ target }) => {
          const chosen = mailFrequencies.find((one) => one === target.value)
          if (chosen) save.mutate(chosen)
        }}
      />
      <Alert className="mt-4" tone="success" isUrgent>
        {save.isSuccess && t('Your choice is saved.')}
      </Alert>
      <Alert className="mt-4" tone="danger">
        {save.error?.message}
      </Alert>
    </div>
  )
}
