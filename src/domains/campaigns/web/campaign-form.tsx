import { type UseMutationResult, useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { ApiError } from '../../../http/api-client.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { Alert } from '../../../ui/controls/alert.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { SelectField } from '../../../ui/controls/select-field.tsx'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { allCoursesQuery } from '../../studio/web/queries.ts'
import type { Campaign, CampaignInput } from '../contract.ts'
import { audienceOptions, listOptions } from './campaign-labels.ts'

interface CampaignFormProps {
  input: CampaignInput
  save: UseMutationResult<Campaign, Error, CampaignInput>
  onChange: (input: CampaignInput) => void
  /** While the form is still there. */
  onSaved?: (saved: Campaign, sent: CampaignInput) => void
  /** After somebody else was quicker: goes on from theirs, or with what stands in the form. */
  onSettle?: (whose: 'theirs' | 'mine') => void
}

/** To whom, what about, and the words. */
export function CampaignForm(props: CampaignFormProps) {
  const { input, save, onChange, onSaved, onSettle } = props
  const change = (part: Partial<CampaignInput>) => onChange({ ...input, ...part })
  const refusal = save.error instanceof ApiError ? save.error : null
  const errorAt = (field: string) => refusal?.messageAt(field)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending) save.mutate(input, onSaved && { onSuccess: onSaved })
  }
  return (
    <form onSubmit={submit} noValidate className="grid max-w-text gap-5">
      <SelectField
        label={t('To')}
        options={audienceOptions.map(({ value, label }) => ({ value, label: t(label) }))}
        value={input.audience}
        error={errorAt('audience')}
        onChange={(event) => {
          const audience = audienceOptions.find(({ value }) => value === event.target.value)?.value
          if (audience === 'everybody') change({ audience, course_id: null, list: 'news' })
          else if (audience) change({ audience })
        }}
      />
      {input.audience !== 'everybody' && (
        <>
          <CourseField
            courseId={input.course_id}
            error={errorAt('course_id')}
            onChoose={(id) => change({ course_id: id })}
          />
          <SelectField
            label={t('What it is')}
            hint={t(
              'News goes only to those who said yes to it. A campaign about their course, such as a change or its withdrawal, goes to all who have it and have not unsubscribed.',
            )}
            options={listOptions.map(({ value, label }) => ({ value, label: t(label) }))}
            value={input.list}
            error={errorAt('list')}
            onChange={(event) => {
              const list = listOptions.find(({ value }) => value === event.target.value)?.value
              if (list) change({ list })
            }}
          />
        </>
      )}
      <TextField
        label={t('Subject')}
        maxLength={200}
        required
        value={input.subject}
        error={errorAt('subject')}
        onChange={(event) => change({ subject: event.target.value })}
      />
      <TextArea
        label={t('Message')}
        hint={t(
          'Markdown: **bold**, *slanted*, [a link](https://…), lists with a dash. It begins with “Hello” and the reader’s name.',
        )}
        rows={10}
        maxLength={20_000}
        required
        value={input.body}
        error={errorAt('body')}
        onChange={(event) => change({ body: event.target.value })}
      />
      {save.error && !refusal?.errors.length && (
        <Alert
          tone="danger"
          action={onSettle && <Settle code={refusal?.code} onSettle={onSettle} />}
        >
          {save.error.message}
        </Alert>
      )}
      <p>
        <Button type="submit" isBusy={save.isPending}>
          {t('Save and look at it')}
        </Button>
      </p>
    </form>
  )
}

interface SettleProps {
  code: string | undefined
  onSettle: (whose: 'theirs' | 'mine') => void
}

function Settle({ code, onSettle }: SettleProps) {
  if (code !== 'letter_changed' && code !== 'letter_not_draft') return null
  return (
    <span className="flex flex-wrap gap-3">
      <Button variant="secondary" size="small" onClick={() => onSettle('theirs')}>
        {t('Show theirs')}
      </Button>
      {code === 'letter_changed' && (
        <Button variant="secondary" size="small" onClick={() => onSettle('mine')}>
          {t('Keep mine')}
        </Button>
      )}
    </span>
  )
}

interface CourseFieldProps {
  courseId: string | null
  error: string | undefined
  onChoose: (id: string | null) => void
}

function CourseField({ courseId, error, onChoose }: CourseFieldProps) {
  const { data = [], isError } = useQuery(allCoursesQuery)
  const options = data
    .filter(({ state }) => state !== 'draft')
    .map(({ id, title }) => ({ value: id, label: title }))
  return (
    <SelectField
      label={t('Course')}
      options={[{ value: '', label: t('Please choose') }, ...options]}
      value={courseId ?? ''}
      error={isError ? t('The courses cannot be shown right now. Please try again.') : error}
      onChange={(event) => onChoose(event.target.value === '' ? null : event.target.value)}
    />
  )
}
