import { Button } from '../../ui/controls/button.tsx'
import { useIsSessionKnown } from '../../ui/session.ts'

/**
 * Sends a form. Off until the page's script runs, so that no password is ever sent by the browser
 * itself; it looks the same meanwhile, as that takes a moment only.
 */
export function SubmitButton({ isBusy, children }: { isBusy: boolean; children: string }) {
  const isReady = useIsSessionKnown()
  return (
    <Button
      type="submit"
      isBusy={isBusy}
      disabled={!isReady}
      className="w-full disabled:cursor-progress disabled:opacity-100"
    >
      {children}
    </Button>
  )
}
