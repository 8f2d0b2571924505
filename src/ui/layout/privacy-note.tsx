import { paths } from '../../paths.ts'
import { languagePath } from '../../shared/i18n/language.ts'
import { t } from '../../shared/i18n/translate.ts'

/** Where personal data is asked for: in one sentence what for, and the way to the whole notice. */
export function PrivacyNote({ children }: { children: string }) {
  return (
    <p className="text-sm text-ink-soft">
      {children}{' '}
      {/* Plain, as it also stands in dialogs outside of the router; what was typed stays where it is. */}
      <a href={languagePath(paths.privacy)} target="_blank" rel="noreferrer" className="text-link">
        {t('Privacy notice')}
      </a>
    </p>
  )
}
