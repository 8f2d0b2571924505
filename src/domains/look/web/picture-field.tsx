import { useRef } from 'react'
import { useMutation } from '../../../http/web/use-mutation.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { Button } from '../../../ui/controls/button.tsx'

interface PictureFieldProps {
  label: string
  hint: string
  /** Of what is chosen: its address, what it shows, and its size in pixels. Null: nothing is. */
  picture: { src: string; alt: string; width: number; height: number } | null
  /** On the button that opens the choice of a file. */
  choose: string
  send: (file: File) => Promise<string>
  error: string | undefined
  onChange: (id: string | null) => void
}

/** A picture that is sent as soon as it is chosen. */
export function PictureField(props: PictureFieldProps) {
  const { label, hint, picture, error, onChange } = props
  const input = useRef<HTMLInputElement>(null)
  const upload = useMutation({ mutationFn: props.send, onSuccess: onChange })
  const told = upload.error?.message ?? error
  return (
    <fieldset>
      <legend className="mb-1 font-medium">
        {label} <span className="font-normal text-ink-soft">{t('(optional)')}</span>
      </legend>
      <div className="flex flex-wrap items-center gap-3">
        {picture && (
          <img
            {...picture}
            alt={picture.alt}
            className="rounded-sm border border-line printed-sheet bg-paper"
          />
        )}
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg,image/svg+xml"
          aria-label={t('{field}: file', { field: label })}
          hidden
          onChange={({ target }) => {
            const file = target.files?.[0]
            if (file) upload.mutate(file)
            target.value = '' // the same file may be chosen again
          }}
        />
        <Button
          variant="secondary"
          size="small"
          isBusy={upload.isPending}
          onClick={() => input.current?.click()}
        >
          {props.choose}
        </Button>
        {picture && (
          <Button variant="quiet" size="small" onClick={() => onChange(null)}>
            {t('Remove')}
          </Button>
        )}
      </div>
      <p className="mt-1 text-sm text-ink-soft">{hint}</p>
      {told !== undefined && (
        <p role="alert" className="mt-1 text-sm font-medium text-danger">
          {told}
        </p>
      )}
    </fieldset>
  )
}
