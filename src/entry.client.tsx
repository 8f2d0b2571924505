import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import type { UnsentPrefix } from './domains/learning/web/classroom/unsent-key.ts'
import type { KeptListPrefix } from './domains/learning/web/offline/kept-lesson.ts'
import { pressWhatMoved } from './http/web/press-what-moved.ts'

pressWhatMoved()

/**
 * Somebody back from a payment is signed in again before any screen asks who is there, and the login
 * knows where somebody came from who tapped its link early or changed the language there.
 */
async function restoreVisitor(): Promise<void> {
  if ('login_state' in sessionStorage) {
    const { takeLoginState } = await import('./ui/layout/take-login-state.ts')
    takeLoginState(sessionStorage)
  }
  // A tab in which support looks at somebody's account has a session of its own.
  if (sessionStorage['token']) await import('./domains/learners/web/impersonation-banner.ts')
  const address = new URL(window.location.href)
  if (!address.searchParams.has('session_id')) return
  const { restoreSession } = await import('./domains/checkout/web/purchase/restore-session.ts')
  restoreSession(address)
}

restoreVisitor()
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

/**
 * What was watched or written offline goes to the academy from whatever page the learner opens next, and
 * what is kept on the device is confirmed.
 */
async function sendWaiting(): Promise<void> {
  const prefixes: `${UnsentPrefix}|${KeptListPrefix}` = 'unsent-|kept-lessons:'
  if (!Object.keys(localStorage).join().match(prefixes)) return
  await import('./pages/account/start-sending.ts')
}

// After what the page itself needs. Without a network the next page tries again.
setTimeout(() => void sendWaiting().catch(() => undefined), 1_000)
