/** Begins with a letter or digit, so that no part is `.` or `..`, and names with a dot in front are free for the store. */
const form = /^[A-Za-z0-9][\w.-]{0,199}(\/[A-Za-z0-9][\w.-]{0,199}){0,9}$/

/** Keys are made by us. One that could lead out of the store is a fault, whoever made it. */
export function requireMediaKey(key: string): string {
  if (!form.test(key)) throw new Error(`Not a key of the media store: ${JSON.stringify(key)}`)
  return key
}
