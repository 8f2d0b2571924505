import { listenToSession, readSession } from '../../../../ui/session.ts'
import { senderOf } from './learner-sender.ts'

const tryAgainEveryInMs = 15_000
let isSending = false

/**
 * Sends what the signed-in learner watched and the academy has not counted yet, from whatever page
 * they are on: now, when they log in, when the network is back, and every fifteen seconds.
 */
export function keepSending(): void {
  if (isSending) return
  isSending = true
  sendWaiting()
  setInterval(sendWaiting, tryAgainEveryInMs)
  window.addEventListener('online', sendWaiting)
  listenToSession(sendWaiting)
}

function sendWaiting(): void {
  const learnerId = readSession()?.user.id
  if (learnerId !== undefined) senderOf(learnerId).sendAll()
}
