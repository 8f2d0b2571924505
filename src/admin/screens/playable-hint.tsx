import { useWatch } from 'react-hook-form'
import { PlayableLink } from '../../catalogue/screens/playable-link.tsx'
import type { CourseDraft } from './course-draft.ts'

/** Says of an address as it is typed what it plays. */
export function PlayableHint({ name }: { name: `modules.${number}.videos.${number}.url` }) {
  return <PlayableLink url={useWatch<CourseDraft, typeof name>({ name }) ?? ''} />
}
