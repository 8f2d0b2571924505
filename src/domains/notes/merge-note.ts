/** In UTF-16 units, as fields count them. */
export const noteInCharacters = 10_000
export const notesPerCourse = 5_000

/** A text as it stands in one place, and what names it. */
export interface Version {
  text: string
  revision: string
}

/** What a device wants a note to say. */
export interface Edit extends Version {
  /** What the device has seen of the note, or sent of it without hearing an answer. */
  seen: readonly string[]
  /** The text that was edited; empty for a new note. */
  base: string
}

export type Merged =
  /** The note says what the device wants, under the device's own revision. */
  | { kind: 'taken' }
  /** Both have changed other lines: the note says both. */
  | { kind: 'merged'; text: string }
  /** Both have changed the same lines: the note stays, and the device's text becomes one beside it. */
  | { kind: 'apart' }

/**
 * What becomes of an edit of a note that may have been changed elsewhere meanwhile. No word is lost
 * that its writer has not taken out knowingly: an edit replaces only what its device has seen.
 */
export function mergeNote(present: Version | null, edit: Edit): Merged {
  if (present === null || present.text === edit.text) return { kind: 'taken' }
  if (present.revision === edit.revision || edit.seen.includes(present.revision)) {
    return { kind: 'taken' }
  }
  const text = mergeLines(edit.base, present.text, edit.text)
  if (text === null || text.length > noteInCharacters) return { kind: 'apart' }
  return { kind: 'merged', text }
}

/** Deleted is only what was seen: whoever has edited it meanwhile keeps it. */
export function mayDelete(present: Version | null, seen: readonly string[]): boolean {
  return present === null || seen.includes(present.revision)
}

/** Lines of the base, from and up to, and what stands there instead. */
interface Change {
  from: number
  to: number
  lines: string[]
}

/** Both changes of one text, by lines; null where they meet. */
function mergeLines(base: string, theirs: string, ours: string): string | null {
  const lines = splitLines(base)
  const [one, other] = [findChange(lines, splitLines(theirs)), findChange(lines, splitLines(ours))]
  const [first, second] = one.from <= other.from ? [one, other] : [other, one]
  // Two that only add at the same place: what is there already stands first.
  if (first.to > second.from || (first.from === second.from && first.to !== second.to)) return null
  return [
    ...lines.slice(0, first.from),
    ...first.lines,
    ...lines.slice(first.to, second.from),
    ...second.lines,
    ...lines.slice(second.to),
  ].join('\n')
}

/** No line at all where there is no text. */
function splitLines(text: string): string[] {
  return text === '' ? [] : text.split('\n')
}

function findChange(base: readonly string[], changed: readonly string[]): Change {
  const shorter = Math.min(base.length, changed.length)
  let from = 0
  while (from < shorter && base[from] === changed[from]) from += 1
  let same = 0
  while (same < shorter - from && base.at(-1 - same) === changed.at(-1 - same)) same += 1
  return { from, to: base.length - same, lines: changed.slice(from, changed.length - same) }
}
