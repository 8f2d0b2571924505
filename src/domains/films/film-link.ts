const form = /^film:([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

/** Of a lesson's address that names one of the academy's own films; null: another address. */
export function filmIdOf(url: string): string | null {
  return form.exec(url.trim())?.[1] ?? null
}
