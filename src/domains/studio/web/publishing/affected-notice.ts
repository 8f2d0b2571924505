import type { Affected, Change } from '../../contract.ts'

/** '12 people have it: 4 are in the middle, 3 have completed it, 5 have not begun.' */
export function affectedNotice({ buyers, in_progress, completed }: Affected): string {
  if (buyers === 0) return 'Nobody has this course yet.'
  const notBegun = Math.max(0, buyers - in_progress - completed)
  const parts = [
    ...(in_progress > 0 ? [`${number(in_progress)} ${are(in_progress)} in the middle`] : []),
    ...(completed > 0 ? [`${number(completed)} ${have(completed)} completed it`] : []),
    ...(notBegun > 0 ? [`${number(notBegun)} ${have(notBegun)} not begun`] : []),
  ]
  return `${people(buyers)} ${have(buyers)} it: ${parts.join(', ')}.`
}

/** What a publication does to those who have the course, by the rules of progress, a sentence each. */
export function consequencesNotice(
  changes: readonly Change[],
  { buyers, in_progress, completed }: Affected,
): string[] {
  if (buyers === 0 || changes.length === 0) return []
  const lessons = changes.filter(({ video_id }) => video_id !== undefined)
  const has = (kind: Change['kind']) => lessons.some((change) => change.kind === kind)
  const sentences: string[] = []
  if (completed > 0) {
    sentences.push(
      has('added')
        ? 'Who has completed the course stays complete and keeps the certificate. The added lessons are marked as new for them.'
        : 'Who has completed the course stays complete and keeps the certificate.',
    )
  }
  if (in_progress > 0 && has('added'))
    sentences.push(
      'For those in the middle the added lessons count too, so their percent may fall.',
    )
  if (has('retired')) {
    sentences.push('What was watched of a lesson that is taken out is kept.')
    if (in_progress > 0)
      sentences.push(
        'Who has played all the lessons that are left completes the course by this, and gets the mail about it.',
      )
  }
  if (has('film_replaced'))
    sentences.push(
      'Where a lesson gets another film, who has completed the lesson stays complete, and what the others played of the old film is kept.',
    )
  if (has('moved') || has('renamed'))
    sentences.push('Moving and renaming lessons changes nobody’s progress.')
  return sentences
}

function people(count: number): string {
  return count === 1 ? '1 person' : `${number(count)} people`
}

function have(count: number): string {
  return count === 1 ? 'has' : 'have'
}

function are(count: number): string {
  return count === 1 ? 'is' : 'are'
}

function number(count: number): string {
  return count.toLocaleString('en-IN')
}
