/** A challenge is good for ten minutes, also on a page that stays open or comes back. */
const renewedAfterInMs = 9 * 60_000

interface Offering {
  canOffer: () => Promise<boolean>
  /** True: a passkey was shown, and did not let in. */
  offer: () => Promise<boolean>
  stop: () => void
}

/** Lets the browser propose passkeys until it is ended: anew after one that did not let in, and before it is too late. */
export function keepOffering({ canOffer, offer, stop }: Offering): () => void {
  let isEnded = false
  let offeredAt = 0
  const begin = async (): Promise<void> => {
    offeredAt = Date.now()
    if (!(await canOffer()) || isEnded) return
    if ((await offer()) && !isEnded) await begin()
  }
  const renew = () => {
    if (!document.hidden && Date.now() - offeredAt >= renewedAfterInMs) void begin()
  }
  const timer = setInterval(renew, 30_000)
  document.addEventListener('visibilitychange', renew)
  void begin()
  return () => {
    isEnded = true
    clearInterval(timer)
    document.removeEventListener('visibilitychange', renew)
    stop()
  }
}
