import { useWatch } from 'react-hook-form'
import { PlayableLink } from '../../domains/catalogue/web/playable-link.tsx'
import type { CourseDraft } from './course-draft.ts'

/** Says of an address as it is typed what it plays. */
export function PlayableHint({ name }: { name: `modules.${number}.videos.${number}.url` }) {
  return <PlayableLink url={useWatch<CourseDraft, typeof name>({ name }) ?? ''} />
}
