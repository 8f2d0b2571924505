import { useLocation, useNavigate } from 'react-router'
import { type Session, storeSession } from '../../../ui/session.ts'
import { readIntention } from './intended-purchase.ts'
import { readNext, whereToGo, whereToGoFirst } from './where-to-go.ts'

export type Purpose = 'login' | 'signup'

/**
 * Signs in this browser and goes on, with the checkout of what the person wanted to buy. The door is
 * left out of the history.
 */
export function useEnter(purpose: Purpose): (session: Session) => Promise<void> {
  const navigate = useNavigate()
  const location = useLocation()
  return async ({ token, user }) => {
    const nowInMs = Date.now()
    const next = readNext(location)
    const intention = readIntention(location.state, nowInMs)
    const destination =
      purpose === 'signup'
        ? whereToGoFirst(user, next, { isBuying: intention !== null })
        : whereToGo(user, next)
    storeSession({ token, user })
    if (intention) {
      await import('./announce-checkout.ts').then(
        ({ announceCheckout }) =>
          announceCheckout(sessionStorage, { intention, user, destination, nowInMs }),
        () => undefined, // the course's own button is there
      )
    }
    await navigate(destination, { replace: true })
  }
}
