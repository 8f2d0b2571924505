/** `todo`: nobody has set it up or tested it yet; `failing`: it was tried and does not work. */
export const checkStates = ['ok', 'todo', 'failing'] as const
export type CheckState = (typeof checkStates)[number]

export const checklistItems = [
  'mail',
  'payment_keys',
  'webhook',
  'https',
  'brand',
  'figures',
  'policies',
  'grievance_officer',
  'tax',
  'backup',
  'database_roles',
] as const
export type ChecklistItem = (typeof checklistItems)[number]

/** What a look at one item found. */
export interface Finding {
  state: CheckState
  sentence: string
}
