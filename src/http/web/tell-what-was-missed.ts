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
  let loggedOutAt = read()
  addEventListener('pagehide', () => {
    loggedOutAt = read()
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    const hasLoggedOut = read() !== loggedOutAt
    // Null: whatever it is.
    dispatchEvent(new StorageEvent('storage', { key: hasLoggedOut ? key : null }))
  })
}
