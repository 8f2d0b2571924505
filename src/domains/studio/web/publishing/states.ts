import { msg } from '../../../../shared/i18n/translate.ts'
import type { CourseState } from '../../../catalogue/contract.ts'

export type PublishedState = Exclude<CourseState, 'draft'>

export const stateNames: Record<CourseState, string> = {
  draft: msg('Draft'),
  on_sale: msg('On sale'),
  unlisted: msg('Unlisted'),
  off_sale: msg('Off sale'),
}

/** What each state means, for who chooses it. */
export const publishedStates: { state: PublishedState; hint: string }[] = [
  { state: 'on_sale', hint: msg('Everybody finds it in the list and can buy it.') },
  { state: 'unlisted', hint: msg('Only who has its link can see and buy it.') },
  { state: 'off_sale', hint: msg('Nobody can buy it. Who has it keeps it.') },
]
