/**
 * A page that the browser kept aside, and shows again on the way back, has heard nothing meanwhile of what
 * other pages stored: it is told so as `ui/session.ts` would have heard it.
 *
 * Runs in the page, where it arrives as text: it may use nothing from outside itself.
 */
export function tellWhatWasMissed(): void {
  // `loggedOutAtKey`
  const key = 'logged_out_at'
  const read = () => localStorage.getItem(key)
  const who = () => /"id":"[^"]*"/.exec(localStorage.getItem('user') ?? '')?.[0]
  let [loggedOutAt, person] = [read(), who()]
  addEventListener('pagehide', () => {
    loggedOutAt = read()
    person = who()
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    // What somebody wrote who is back by now stays.
    const hasLoggedOut = read() !== loggedOutAt && who() !== person
    // Null: whatever it is.
    dispatchEvent(new StorageEvent('storage', { key: hasLoggedOut ? key : null }))
  })
}
