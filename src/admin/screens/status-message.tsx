import { Alert } from '../../ui/controls/alert.tsx'
import { Button } from '../../ui/controls/button.tsx'

/** How the last action went. */
export interface Told {
  tone: 'danger' | 'warning' | 'success'
  text: string
  /** The server's own sentence, where it says more. */
  detail?: string | null
}

/** Stays in sight, wherever on the page the action was, until it is put away. */
export function StatusMessage({ told, onClose }: { told: Told | null; onClose: () => void }) {
  if (told === null) return null
  return (
    <div className="sticky top-2 z-10 my-4 rounded-md bg-sheet shadow-over">
      <Alert
        tone={told.tone}
        isUrgent
        detail={told.detail}
        action={
          <Button variant="quiet" size="small" onClick={onClose}>
            Dismiss
          </Button>
        }
      >
        <p className="font-medium">{told.text}</p>
      </Alert>
    </div>
  )
}
