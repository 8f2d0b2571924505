import { useLocation, useNavigate } from 'react-router'
import { type Session, storeSession } from '../../ui/session.ts'
import { readNext, whereToGo } from './where-to-go.ts'

/** Signs in this browser and goes on. The door is left out of the history. */
export function useEnter(): (session: Session) => Promise<void> {
  const navigate = useNavigate()
  const location = useLocation()
  return async ({ token, user }) => {
    storeSession({ token, user })
    await navigate(whereToGo(user, readNext(location)), { replace: true })
  }
}
