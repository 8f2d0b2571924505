import { listenToSession, readSession } from '../../../../ui/session.ts'
import { keeperOf } from './lesson-keeper.ts'

let confirmedFor: string | undefined

function confirm(): void {
  const session = readSession()
  if (session?.token === confirmedFor) return
  confirmedFor = session?.token
  if (session) void keeperOf(session.user.id).confirmDue()
}

/** Asks the academy about what is kept, from whatever page: now, at a log-in, and when the network is back. */
export function keepConfirming(): void {
  confirm()
  listenToSession(confirm)
  window.addEventListener('online', () => {
    confirmedFor = undefined
    confirm()
  })
}
