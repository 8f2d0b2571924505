/** So much of a course is played, in percent, before somebody can say how it is. */
export const reviewedFromPercent = 30

/** When a review is asked for: once at each. */
export const reviewStages = ['begun', 'completed'] as const
export type ReviewStage = (typeof reviewStages)[number]

/** At which point to ask now; null: not. Who completes a course is asked as that, and not once more as before. */
export function stageToAsk({
  percent,
  isCompleted,
  isWritten,
  dismissed,
}: {
  percent: number
  isCompleted: boolean
  isWritten: boolean
  dismissed: readonly ReviewStage[]
}): ReviewStage | null {
  if (isWritten || percent < reviewedFromPercent) return null
  const stage = isCompleted ? 'completed' : 'begun'
  return dismissed.includes(stage) ? null : stage
}
