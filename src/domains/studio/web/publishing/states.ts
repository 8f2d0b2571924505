import type { CourseState } from '../../../catalogue/contract.ts'

export type PublishedState = Exclude<CourseState, 'draft'>

export const stateNames: Record<CourseState, string> = {
  draft: 'Draft',
  on_sale: 'On sale',
  unlisted: 'Unlisted',
  off_sale: 'Off sale',
}

/** What each state means, for who chooses it. */
export const publishedStates: { state: PublishedState; hint: string }[] = [
  { state: 'on_sale', hint: 'Everybody finds it in the list and can buy it.' },
  { state: 'unlisted', hint: 'Only who has its link can see and buy it.' },
  { state: 'off_sale', hint: 'Nobody can buy it. Who has it keeps it.' },
]
