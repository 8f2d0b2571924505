import { useState } from 'react'
import { useLocation } from 'react-router'
import { type PurchaseIntention, readIntention } from '../../checkout/purchase/intended-purchase.ts'
import { useIsSessionKnown } from '../../ui/session.ts'

/** What the person at the door wants to buy; null while the server renders, which cannot know. */
export function useIntention(): PurchaseIntention | null {
  const isKnown = useIsSessionKnown()
  const { state } = useLocation()
  const [openedAt] = useState(() => Date.now())
  return isKnown ? readIntention(state, openedAt) : null
}
