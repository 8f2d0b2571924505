import { keptOf, personHere } from '../../../ui/drafting/kept.ts'
import { newId } from '../../../ui/drafting/new-id.ts'

/** What is being written and was not handed in yet, kept on this device; it goes when its person logs out. */
export interface KeptDraft {
  /** The same until it is handed in, so that a second try hands in nothing twice. */
  id: string
  text: string
}

export function readDraft(videoId: string): KeptDraft {
  const fresh = { id: newId(), text: '' }
  const kept = keptAt(videoId).read()
  return typeof kept === 'object' && kept !== null ? { ...fresh, ...kept } : fresh
}

/** Null: it was handed in. */
export function writeDraft(videoId: string, draft: KeptDraft | null): void {
  keptAt(videoId).write(draft)
}

function keptAt(videoId: string) {
  return keptOf(personHere(), `assignment-draft ${videoId}`)
}
