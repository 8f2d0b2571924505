import { Button } from '../../../ui/controls/button.tsx'

/** Sends a form. A press before the page's script runs is kept and done then. */
export function SubmitButton({ isBusy, children }: { isBusy: boolean; children: string }) {
  return (
    <Button type="submit" isBusy={isBusy} className="w-full">
      {children}
    </Button>
  )
}
