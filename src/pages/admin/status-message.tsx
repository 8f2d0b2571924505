import { t } from '../../shared/i18n/translate.ts'
import { Alert } from '../../ui/controls/alert.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { useHeldFocus } from '../../ui/layout/hold-focus.ts'
import type { Notice } from '../../ui/notice.ts'

interface StatusMessageProps {
  notice: Notice | null
  onClose: () => void
}

/** Stays in sight, wherever on the page the action was, until it is put away. */
export function StatusMessage({ notice, onClose }: StatusMessageProps) {
  const held = useHeldFocus(notice)
  return (
    <div {...held} className={notice ? 'stays-in-sight my-4 rounded-md bg-sheet' : undefined}>
      {notice && (
        <Alert
          tone={notice.tone}
          isUrgent
          detail={notice.detail}
          action={
            <Button variant="quiet" size="small" onClick={onClose}>
              {t('Dismiss')}
            </Button>
          }
        >
          <p className="font-medium">{notice.text}</p>
        </Alert>
      )}
    </div>
  )
}
