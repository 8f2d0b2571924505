/** What deleting a course means for those who have it. A payment under way may keep it for nobody. */
export function ownersNotice(learners: number): string {
  if (learners === 0) return 'No learner has it.'
  if (learners === 1) return '1 learner has it and keeps it.'
  return `${learners.toLocaleString('en-IN')} learners have it and keep it.`
}
