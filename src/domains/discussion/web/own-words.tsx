import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useMutation } from '../../../http/web/use-mutation.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { Alert } from '../../../ui/controls/alert.tsx'
import { AlertDialog } from '../../../ui/controls/alert-dialog.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { takeFocus } from '../../../ui/layout/hold-focus.ts'
import { exactTextOf, requiredTextOf, textOf, useSaveForm } from '../../../ui/use-save-form.ts'
import type { Answer, OpenQuestion } from '../contract.ts'
import {
  beginTry,
  beginWords,
  forgetSent,
  isAsSent,
  type KeptWords,
  keepWords,
  readKept,
  slots,
} from './kept-words.ts'
import { questionQuery, questionsKey, requestChange, requestRemoval } from './queries.ts'

/** The buttons of who wrote a question or an answer: to change and to remove it. */
export function OwnWords({
  question,
  answer,
  onRemoved,
  onGone,
}: {
  question: OpenQuestion
  answer: Answer | null
  /** These buttons are about to go. */
  onRemoved: () => void
  /** A question without answers leaves nothing to be shown. */
  onGone?: (() => void) | undefined
}) {
  const client = useQueryClient()
  const slot = slots.edit(answer?.id ?? question.id)
  const [open, setOpen] = useState<'edit' | 'remove' | null>(() =>
    readKept(slot) === null ? null : 'edit',
  )
  const [wasEdited, setWasEdited] = useState(false)
  const [isRemoved, setIsRemoved] = useState(false)
  const leaveEdit = () => {
    keepWords(slot, beginWords())
    setOpen(null)
  }
  const refresh = () => client.invalidateQueries({ queryKey: questionsKey })
  const named = { questionId: question.id, answerId: answer?.id ?? null }
  const remove = useMutation({
    mutationFn: () => requestRemoval(named),
    onSuccess: () => {
      if (onGone && question.answers === 0) {
        client.removeQueries(questionQuery(question.id)) // not to be asked for again
        onGone()
      }
      setIsRemoved(true)
      leaveEdit()
      return refresh()
    },
  })
  const hearRemoval = useEffectEvent(onRemoved)
  // After the dialog, which gives the focus back to its button.
  useEffect(() => {
    if (isRemoved) hearRemoval()
  }, [isRemoved])
  const { own_words: words } = answer ?? question
  if (words === null || !question.may_write) return null
  if (open === 'edit') {
    return (
      <EditForm
        named={named}
        title={answer === null ? question.title : null}
        words={words}
        slot={slot}
        takesFocus={wasEdited}
        onSaved={refresh}
        onClose={leaveEdit}
      />
    )
  }
  return (
    <div className="flex flex-wrap gap-x-2">
      <Button
        ref={wasEdited ? takeFocus : null}
        variant="quiet"
        size="small"
        className="-ms-3"
        onClick={() => {
          setWasEdited(true)
          setOpen('edit')
        }}
      >
        {t('Edit')}
      </Button>
      <Button
        variant="quiet"
        size="small"
        onClick={() => {
          remove.reset()
          setOpen('remove')
        }}
      >
        {t('Remove')}
      </Button>
      <AlertDialog
        isOpen={open === 'remove'}
        title={answer === null ? t('Remove your question?') : t('Remove your answer?')}
        text={
          answer === null
            ? t('What you wrote goes for good. What others have answered stays.')
            : t('What you wrote goes for good.')
        }
        detail={remove.error?.message ?? null}
        confirmLabel={t('Remove')}
        isDangerous
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onCancel={() => setOpen(null)}
      />
    </div>
  )
}

interface EditFormProps {
  named: Parameters<typeof requestChange>[0]
  /** Of a question. */
  title: string | null
  words: string
  /** Where what is typed is kept. */
  slot: string
  takesFocus: boolean
  onSaved: () => Promise<void>
  onClose: () => void
}

function EditForm(props: EditFormProps) {
  const { named, title, words, slot, takesFocus, onSaved, onClose } = props
  const [begun] = useState(() => ({
    ...beginWords(),
    title: title ?? '',
    body: words,
    ...readKept(slot),
  }))
  const written = useRef<KeptWords>(begun)
  const keep = (words: KeptWords) => {
    written.current = words
    keepWords(slot, words)
  }
  const { submit, isBusy, field, failure } = useSaveForm({
    save: async (form) => {
      const change =
        title === null
          ? { body: requiredTextOf(form, 'body', t('Please write an answer.')) }
          : {
              title: requiredTextOf(form, 'title', t('Please write your question.')),
              body: textOf(form, 'body'),
            }
      const tried = beginTry(written.current)
      keep(tried)
      await requestChange(named, change)
      return tried.id
    },
    onSaved: (id, form) => {
      forgetSent(slot, id)
      // What was typed on meanwhile, here or in a form that was opened anew, stays.
      if (form.isConnected && isAsSent(written.current, id)) onClose()
      return onSaved()
    },
  })
  return (
    <form
      noValidate
      onSubmit={submit}
      onChange={({ currentTarget }) => {
        const form = new FormData(currentTarget)
        const [title, body] = [exactTextOf(form, 'title'), exactTextOf(form, 'body')]
        keep({ ...written.current, title, body })
      }}
      className="mt-3 grid gap-3"
    >
      {title !== null && (
        <TextField
          ref={takesFocus ? takeFocus : null}
          label={t('Your question')}
          {...field('title')}
          maxLength={150}
          defaultValue={begun.title}
        />
      )}
      <TextArea
        ref={takesFocus && title === null ? takeFocus : null}
        label={title === null ? t('Your answer') : t('More about it')}
        {...field('body')}
        isOptional={title !== null}
        rows={4}
        maxLength={5_000}
        defaultValue={begun.body}
      />
      <Alert tone="danger">{failure}</Alert>
      <p className="flex flex-wrap gap-2">
        <Button type="submit" isBusy={isBusy}>
          {t('Save')}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          {t('Cancel')}
        </Button>
      </p>
    </form>
  )
}
