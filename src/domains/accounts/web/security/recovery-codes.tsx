import { t } from '../../../../shared/i18n/translate.ts'
import { Alert } from '../../../../ui/controls/alert.tsx'
import { Button } from '../../../../ui/controls/button.tsx'
import { saveFile } from '../../../../ui/save-file.ts'

/** Shown once: what gets somebody in whose phone is gone. */
export function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  return (
    <div className="grid gap-4">
      <Alert tone="success" isUrgent>
        {t(
          'Please keep these recovery codes where you keep papers. Each lets you in once without your phone, and they are never shown again.',
        )}
      </Alert>
      <ul dir="ltr" className="grid gap-x-6 gap-y-1 font-mono sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onKept}>{t('I have kept them')}</Button>
        <Button
          variant="secondary"
          onClick={() =>
            saveFile(
              new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }),
              'recovery-codes.txt',
            )
          }
        >
          {t('Save as a file')}
        </Button>
      </div>
    </div>
  )
}
