import { useLocation, useNavigate } from 'react-router'
import { readIntention } from '../../checkout/purchase/intended-purchase.ts'
import { type Session, storeSession } from '../../ui/session.ts'
import { readNext, whereToGo } from './where-to-go.ts'

/**
 * Signs in this browser and goes on: where the person was going, with the checkout of what they
 * wanted to buy, or to `otherwise`. The door is left out of the history.
 */
export function useEnter(otherwise?: string): (session: Session) => Promise<void> {
  const navigate = useNavigate()
  const location = useLocation()
  return async ({ token, user }) => {
    const nowInMs = Date.now()
    const destination = whereToGo(user, readNext(location), otherwise)
    const intention = readIntention(location.state, nowInMs)
    storeSession({ token, user })
    if (intention) {
      await import('../../checkout/purchase/announce-checkout.ts').then(
        ({ announceCheckout }) =>
          announceCheckout(sessionStorage, { intention, user, destination, nowInMs }),
        () => undefined, // the course's own button is there
      )
    }
    await navigate(destination, { replace: true })
  }
}
