import { useRef, useState } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { t } from '../../shared/i18n/translate.ts'
import { Button } from '../../ui/controls/button.tsx'
import { OrderButtons } from '../../ui/controls/order-buttons.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { type CourseDraft, emptyVideo } from './course-draft.ts'
import { PlayableHint } from './playable-hint.tsx'

export function VideosFields({ moduleAt }: { moduleAt: number }) {
  const { control } = useFormContext<CourseDraft>()
  const { fields, append, remove, move } = useFieldArray({
    control,
    name: `modules.${moduleAt}.videos`,
  })
  const [announced, setAnnounced] = useState('')
  const addButton = useRef<HTMLButtonElement>(null)

  const moveTo = (from: number, to: number) => {
    move(from, to)
    setAnnounced(
      t('Video {number} is now video {place} of {count}.', {
        number: from + 1,
        place: to + 1,
        count: fields.length,
      }),
    )
  }
  const removeAt = (at: number) => {
    remove(at)
    setAnnounced(t('Video {number} was removed.', { number: at + 1 }))
    addButton.current?.focus()
  }

  return (
    <div>
      <ol className="grid gap-3">
        {fields.map((field, at) => (
          <li key={field.id}>
            <VideoFields
              moduleAt={moduleAt}
              at={at}
              count={fields.length}
              onMove={moveTo}
              onRemove={removeAt}
            />
          </li>
        ))}
      </ol>
      <Button
        ref={addButton}
        variant="secondary"
        size="small"
        className="mt-3"
        onClick={() => append(emptyVideo())}
      >
        {t('Add Video')}
      </Button>
      <p aria-live="polite" className="sr-only">
        {announced}
      </p>
    </div>
  )
}

interface VideoFieldsProps {
  moduleAt: number
  /** Counted from 0. */
  at: number
  count: number
  onMove: (from: number, to: number) => void
  onRemove: (at: number) => void
}

function VideoFields({ moduleAt, at, count, onMove, onRemove }: VideoFieldsProps) {
  const { register, formState } = useFormContext<CourseDraft>()
  const errors = formState.errors.modules?.[moduleAt]?.videos?.[at]
  const name = `modules.${moduleAt}.videos.${at}` as const
  return (
    <fieldset className="min-w-0 rounded-sm border border-line bg-sheet p-3">
      <legend className="float-start font-medium">{t('Video {number}', { number: at + 1 })}</legend>
      <div className="flex flex-wrap justify-end gap-1">
        <OrderButtons
          noun={t('video {number}', { number: at + 1 })}
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
          {t('Remove Video')}
        </Button>
      </div>
      <div className="clear-both mt-2 grid gap-3 md:grid-cols-[1fr_1fr_8rem]">
        <TextField
          label={t('Video Title')}
          maxLength={200}
          required
          error={errors?.title?.message}
          {...register(`${name}.title`)}
        />
        <div>
          <TextField
            label={t('Video URL')}
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={2000}
            required
            error={errors?.url?.message}
            {...register(`${name}.url`)}
          />
          {!errors?.url && <PlayableHint name={`${name}.url`} />}
        </div>
        <TextField
          label={t('Duration')}
          maxLength={50}
          placeholder="15 min"
          error={errors?.duration?.message}
          {...register(`${name}.duration`)}
        />
      </div>
    </fieldset>
  )
}
