import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { storeSession } from './ui/session.ts'

/** Somebody back from a payment is signed in again before any screen asks who is there. */
async function restoreBuyer(): Promise<void> {
  const address = new URL(window.location.href)
  if (!address.searchParams.has('session_id')) return
  const { restoreSession } = await import('./checkout/purchase/restore-session.ts')
  restoreSession({
    address,
    storage: sessionStorage,
    storeSession,
    now: new Date(),
    replaceAddress: (changed) => window.history.replaceState(window.history.state, '', changed),
  })
}

restoreBuyer()
  .catch(() => undefined)
  .finally(() =>
    startTransition(() => {
      hydrateRoot(
        document,
        <StrictMode>
          <HydratedRouter />
        </StrictMode>,
      )
    }),
  )
