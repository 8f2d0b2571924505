/** The beginning of a text, never with half a character at its end. */
export function cutText(text: string, length: number): string {
  const beginning = text.slice(0, length)
  return beginning.isWellFormed() ? beginning : beginning.slice(0, -1)
}
