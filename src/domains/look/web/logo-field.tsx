import { useRef } from 'react'
import { useMutation } from '../../../http/web/use-mutation.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { logoPath } from '../look-addresses.ts'
import { sendLogo } from './look-queries.ts'

interface LogoFieldProps {
  logo: string | null
  error: string | undefined
  onChange: (logo: string | null) => void
}

export function LogoField({ logo, error, onChange }: LogoFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const upload = useMutation({ mutationFn: sendLogo, onSuccess: onChange })
  const told = upload.error?.message ?? error
  return (
    <fieldset>
      <legend className="mb-1 font-medium">
        {t('Logo')} <span className="font-normal text-ink-soft">{t('(optional)')}</span>
      </legend>
      <div className="flex flex-wrap items-center gap-3">
        {logo !== null && (
          <img
            src={logoPath(logo, 'icon-192')}
            alt={t('The logo as an icon')}
            width="56"
            height="56"
            className="rounded-sm border border-line"
          />
        )}
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg,image/svg+xml"
          aria-label={t('Logo: file')}
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
          {t('Choose a logo')}
        </Button>
        {logo !== null && (
          <Button variant="quiet" size="small" onClick={() => onChange(null)}>
            {t('Remove')}
          </Button>
        )}
      </div>
      <p className="mt-1 text-sm text-ink-soft">
        {t(
          'PNG, JPEG or SVG up to 2 MB, best on a transparent ground. The icons for browsers and phones are made of it.',
        )}
      </p>
      {told !== undefined && (
        <p role="alert" className="mt-1 text-sm font-medium text-danger">
          {told}
        </p>
      )}
    </fieldset>
  )
}
