import { useState } from 'react'
import { useLocation } from 'react-router'
import { useIsSessionKnown } from '../../../ui/session.ts'
import { type PurchaseIntention, readIntention } from './intended-purchase.ts'

/** What the person at the door wants to buy; null while the server renders, which cannot know. */
export function useIntention(): PurchaseIntention | null {
  const isKnown = useIsSessionKnown()
  const { state } = useLocation()
  const [openedAt] = useState(() => Date.now())
  return isKnown ? readIntention(state, openedAt) : null
}
