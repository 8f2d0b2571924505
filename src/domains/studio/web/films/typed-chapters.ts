/** Chapters that were typed and not saved, by film: they outlive a change of the panel. */
export const typedChapters = new Map<string, string>()

/** A film takes the place of another while somebody types its chapters. */
export function carryChapters(from: string, to: string): void {
  const text = typedChapters.get(from)
  if (text === undefined) return
  typedChapters.delete(from)
  typedChapters.set(to, text)
}
