/** Signed links say themselves until when they are good, in seconds. Others do not end. */
export function endsSoon(url: string): boolean {
  const until = Number(new URLSearchParams(url.split('?')[1] ?? '').get('until'))
  return until > 0 && until * 1000 - Date.now() < 30_000
}
