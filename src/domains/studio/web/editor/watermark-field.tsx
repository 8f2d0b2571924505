import { t } from '../../../../shared/i18n/translate.ts'

interface NameMarkFieldProps {
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** Whether learners see their name over the course's own films, and what that is good for. */
export function WatermarkField({ isOn, onChange }: NameMarkFieldProps) {
  return (
    <div>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          checked={isOn}
          aria-describedby="name-mark-hint"
          onChange={(event) => onChange(event.target.checked)}
          className="size-5 shrink-0 accent-ink"
        />
        <span>{t('Show each learner’s name, faint and moving, over films of your own')}</span>
      </label>
      <p id="name-mark-hint" className="text-sm text-ink-soft">
        {t(
          'A name on the picture makes passing a film on embarrassing; it does not stop anybody from filming the screen. There is no copy protection (DRM). Nothing lies over YouTube and Vimeo.',
        )}
      </p>
    </div>
  )
}
