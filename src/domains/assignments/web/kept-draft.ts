import { newId } from '../../../ui/drafting/new-id.ts'
import { readSession } from '../../../ui/session.ts'

/** What is being written and was not handed in yet, kept on this device; it goes when its person logs out. */
export interface KeptDraft {
  /** The same until it is handed in, so that a second try hands in nothing twice. */
  id: string
  text: string
}

export function readDraft(videoId: string): KeptDraft {
  const fresh = { id: newId(), text: '' }
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(videoId)) ?? 'null')
    return typeof kept === 'object' && kept !== null ? { ...fresh, ...kept } : fresh
  } catch {
    return fresh
  }
}

/** Null: it was handed in. */
export function writeDraft(videoId: string, draft: KeptDraft | null): void {
  try {
    if (draft === null) localStorage.removeItem(keyOf(videoId))
    else localStorage.setItem(keyOf(videoId), JSON.stringify(draft))
  } catch {
    // A device without room: the page has it as long as it is open.
  }
}

/** The person behind a colon, by which a logout finds it (src/ui/session.ts). */
function keyOf(videoId: string): string {
  return `assignment-draft ${videoId}:${readSession()?.user.id ?? ''}`
}
