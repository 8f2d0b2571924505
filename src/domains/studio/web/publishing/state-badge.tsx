import { t } from '../../../../shared/i18n/translate.ts'
import { Badge } from '../../../../ui/controls/badge.tsx'
import type { CourseState } from '../../../catalogue/contract.ts'
import { stateNames } from './states.ts'

/** How a course stands in the shop. */
export function StateBadge({ state }: { state: CourseState }) {
  return <Badge tone={tones[state]}>{t(stateNames[state])}</Badge>
}

const tones = { draft: 'waiting', on_sale: 'good', unlisted: 'plain', off_sale: 'plain' } as const
