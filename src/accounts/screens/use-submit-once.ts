import { type FormEvent, useRef } from 'react'

/** A form's submit handler that does nothing while the last submission is under way. */
export function useSubmitOnce(
  submit: (event?: FormEvent) => Promise<void>,
): (event?: FormEvent) => void {
  const isRunning = useRef(false)
  return (event) => {
    event?.preventDefault()
    if (isRunning.current) return
    isRunning.current = true
    void submit(event).finally(() => {
      isRunning.current = false
    })
  }
}
