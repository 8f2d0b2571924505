import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { courseInput } from '../../domains/studio/course-input.ts'
import { CoverField } from '../../domains/studio/web/files/cover-field.tsx'
import { ApiError } from '../../http/api-client.ts'
import { useValidationMessages } from '../../http/validation-messages.ts'
import { t } from '../../shared/i18n/translate.ts'
import { Alert } from '../../ui/controls/alert.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { TextArea } from '../../ui/controls/text-area.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { type CourseDraft, type CourseToCreate, emptyCourse } from './course-draft.ts'
import type { DraftStore } from './draft-store.ts'
import { ModulesFields } from './modules-fields.tsx'
import { PictureHint } from './picture-hint.tsx'

useValidationMessages()

/** As if it had been typed. */
const written = { shouldDirty: true, shouldValidate: true }

interface CourseFormProps {
  /** Has what was written before the form was last left, and gets what is written now. */
  drafts: DraftStore
  /** Rejects if the course was not created: the form stays as it is. */
  onSend: (course: CourseToCreate) => Promise<void>
  onCancel: () => void
}

export function CourseForm({ drafts, onSend, onCancel }: CourseFormProps) {
  const form = useForm<CourseDraft, unknown, CourseToCreate>({
    resolver: zodResolver(courseInput),
    defaultValues: drafts.read() ?? emptyCourse(),
  })
  /** What is changed meanwhile would be lost: the form goes with the answer. */
  const [isSending, setIsSending] = useState(false)
  const submitButton = useRef<HTMLButtonElement>(null)
  const [failure, setFailure] = useState<{ detail: string | null } | null>(null)
  const { errors, isSubmitting } = form.formState
  const thumbnail = useWatch({ control: form.control, name: 'thumbnail' })
  const isOver = useRef(false)
  const keepDraft = useEffectEvent(() => {
    if (!isOver.current) drafts.write(form.getValues())
  })
  useEffect(() => {
    const stop = form.subscribe({ formState: { values: true }, callback: () => keepDraft() })
    return () => {
      stop()
      keepDraft()
    }
  }, [form])

  const send = async (course: CourseToCreate) => {
    setFailure(null)
    submitButton.current?.focus()
    setIsSending(true)
    isOver.current = true
    try {
      await onSend(course)
    } catch (error) {
      isOver.current = false
      setIsSending(false)
      setFailure({ detail: error instanceof ApiError ? error.detail : null })
      if (error instanceof ApiError) showServerErrors(error, form.setError)
    }
  }

  return (
    <FormProvider {...form}>
      <form
        noValidate
        aria-labelledby="new-course"
        onSubmit={(event) => void form.handleSubmit(send)(event)}
        className="mt-6 rounded-md border border-line bg-sheet p-4 sm:p-6"
      >
        <h2 id="new-course" className="text-2xl">
          {t('New course')}
        </h2>
        <div inert={isSending}>
          <div className="mt-4 grid gap-5 sm:grid-cols-[1fr_12rem]">
            <TextField
              label={t('Course Title')}
              maxLength={200}
              required
              error={errors.title?.message}
              {...form.register('title')}
            />
            <TextField
              label={t('Price (₹)')}
              type="number"
              inputMode="numeric"
              min={1}
              step={1}
              required
              error={errors.price?.message}
              {...form.register('price', { valueAsNumber: true })}
            />
            <div className="sm:col-span-2">
              <TextArea
                label={t('Course Description')}
                maxLength={10_000}
                required
                error={errors.description?.message}
                {...form.register('description')}
              />
            </div>
            <div className="sm:col-span-2">
              <CoverField
                courseId={null}
                value={thumbnail}
                onChange={(address) => form.setValue('thumbnail', address ?? '', written)}
                link={
                  <div>
                    <TextField
                      label={t('Thumbnail URL')}
                      inputMode="url"
                      autoCapitalize="none"
                      spellCheck={false}
                      hint={t('Optional. A picture, 16 by 9; without one a cover is drawn.')}
                      error={errors.thumbnail?.message}
                      {...form.register('thumbnail')}
                    />
                    <PictureHint />
                  </div>
                }
              />
            </div>
          </div>
          <ModulesFields />
        </div>
        {failure !== null && (
          <Alert className="mt-6" tone="danger" detail={failure.detail}>
            {t('Failed to create course')}
          </Alert>
        )}
        <div className="mt-6 flex flex-wrap gap-3 border-t border-line pt-5">
          <Button ref={submitButton} type="submit" isBusy={isSubmitting}>
            {isSubmitting ? t('Creating...') : t('Create Course')}
          </Button>
          <Button
            variant="secondary"
            disabled={isSubmitting}
            onClick={() => {
              isOver.current = true
              onCancel()
            }}
          >
            {t('Cancel')}
          </Button>
        </div>
      </form>
    </FormProvider>
  )
}

type SetError = (name: 'root.server' | keyof CourseDraft, error: { message: string }) => void

/** What only the server could know stands beside its field, as far as there is one. */
function showServerErrors(error: ApiError, setError: SetError): void {
  for (const { path, message } of error.errors) {
    setError(path as keyof CourseDraft, { message }) // paths follow the contract both sides share
  }
}
