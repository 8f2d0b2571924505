import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { logOut, readSession } from '../session.ts'

/** Until the start page is there: guarded screens must not send the person to the login meanwhile. */
let isOnTheWayHome = false

export function isLoggingOut(): boolean {
  return isOnTheWayHome
}

/** Signs out here at once; whether the server could be told does not matter to the person. */
export function useLogOut(): () => void {
  const navigate = useNavigate()
  return () => {
    const token = readSession()?.token
    isOnTheWayHome = true
    logOut()
    void Promise.resolve(navigate(paths.home)).finally(() => {
      isOnTheWayHome = false
    })
    if (token === undefined) return
    fetch('/api/auth/logout', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      keepalive: true,
    }).catch(() => undefined)
  }
}
