import { useRef, useState } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { t } from '../../shared/i18n/translate.ts'
import { Button } from '../../ui/controls/button.tsx'
import { OrderButtons } from '../../ui/controls/order-buttons.tsx'
import { TextArea } from '../../ui/controls/text-area.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { type CourseDraft, emptyModule } from './course-draft.ts'
import { VideosFields } from './videos-fields.tsx'

/** The course's outline: modules that can be added, removed and put in order by keyboard. */
export function ModulesFields() {
  const { control } = useFormContext<CourseDraft>()
  const { fields, append, remove, move } = useFieldArray({ control, name: 'modules' })
  const [announced, setAnnounced] = useState('')
  const addButton = useRef<HTMLButtonElement>(null)

  const moveTo = (from: number, to: number) => {
    move(from, to)
    setAnnounced(
      t('Module {number} is now module {place} of {count}.', {
        number: from + 1,
        place: to + 1,
        count: fields.length,
      }),
    )
  }
  const removeAt = (at: number) => {
    remove(at)
    setAnnounced(t('Module {number} was removed.', { number: at + 1 }))
    addButton.current?.focus()
  }

  return (
    <section aria-labelledby="modules" className="mt-8">
      <h3 id="modules" className="text-xl">
        {t('Modules')}
      </h3>
      {fields.length === 0 && (
        <p className="mt-1 text-ink-soft">
          {t('None yet. A module holds videos; add the first one when you like.')}
        </p>
      )}
      <ol className="mt-3 grid gap-4">
        {fields.map((field, at) => (
          <li key={field.id}>
            <ModuleFields at={at} count={fields.length} onMove={moveTo} onRemove={removeAt} />
          </li>
        ))}
      </ol>
      <Button
        ref={addButton}
        variant="secondary"
        className="mt-4"
        onClick={() => append(emptyModule())}
      >
        {t('Add Module')}
      </Button>
      <p aria-live="polite" className="sr-only">
        {announced}
      </p>
    </section>
  )
}

interface ModuleFieldsProps {
  /** Counted from 0. */
  at: number
  count: number
  onMove: (from: number, to: number) => void
  onRemove: (at: number) => void
}

function ModuleFields({ at, count, onMove, onRemove }: ModuleFieldsProps) {
  const { register, formState } = useFormContext<CourseDraft>()
  const errors = formState.errors.modules?.[at]
  return (
    <fieldset className="min-w-0 rounded-md border border-line bg-paper p-4">
      <legend className="float-start font-display text-lg font-semibold">
        {t('Module {number}', { number: at + 1 })}
      </legend>
      <div className="flex flex-wrap justify-end gap-1">
        <OrderButtons
          noun={t('module {number}', { number: at + 1 })}
          at={at}
          count={count}
          onMove={(to) => onMove(at, to)}
        />
        <Button
          variant="quiet"
          size="small"
          className="sm:whitespace-nowrap"
          onClick={() => onRemove(at)}
        >
          {t('Remove Module')}
        </Button>
      </div>
      <div className="clear-both mt-3 grid gap-4">
        <TextField
          label={t('Module Title')}
          maxLength={200}
          required
          error={errors?.title?.message}
          {...register(`modules.${at}.title`)}
        />
        <TextArea
          label={t('Module Description')}
          rows={2}
          maxLength={10_000}
          hint={t('Optional.')}
          error={errors?.description?.message}
          {...register(`modules.${at}.description`)}
        />
        <VideosFields moduleAt={at} />
      </div>
    </fieldset>
  )
}
