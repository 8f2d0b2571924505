import { useState } from 'react'
import { t } from '../../shared/i18n/translate.ts'
import { Alert } from '../controls/alert.tsx'
import { Button } from '../controls/button.tsx'
import { formatSavedAt } from './format-saved-at.ts'

/** Says that this browser had changes which the server lacked. Null: it had none. */
export function RestoredNote({ from }: { from: string | null }) {
  const [restoredFrom, setRestoredFrom] = useState(from)
  if (restoredFrom === null) return null
  return (
    <Alert
      className="mt-4"
      tone="note"
      action={
        <Button variant="quiet" size="small" onClick={() => setRestoredFrom(null)}>
          {t('Dismiss')}
        </Button>
      }
    >
      {t('Unsaved changes from {time} were restored.', { time: formatSavedAt(restoredFrom) })}
    </Alert>
  )
}
