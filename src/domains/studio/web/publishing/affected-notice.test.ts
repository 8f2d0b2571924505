import { expect, test } from 'vitest'
import type { Change } from '../../contract.ts'
import { affectedNotice, consequencesNotice } from './affected-notice.ts'

test.each([
  [{ buyers: 0, in_progress: 0, completed: 0 }, 'Nobody has this course yet.'],
  [
    { buyers: 12, in_progress: 4, completed: 3 },
    '12 people have it: 4 are in the middle, 3 have completed it, 5 have not begun.',
  ],
  [{ buyers: 1, in_progress: 1, completed: 0 }, '1 person has it: 1 is in the middle.'],
  [
    { buyers: 1_00_000, in_progress: 1_00_000, completed: 0 },
    '1,00,000 people have it: 1,00,000 are in the middle.',
  ],
])('%j reads "%s"', (affected, words) => {
  expect(affectedNotice(affected)).toBe(words)
})

const some = { buyers: 12, in_progress: 4, completed: 3 }

test('nobody is told of learners that there are not', () => {
  const nobody = { buyers: 0, in_progress: 0, completed: 0 }

  expect(consequencesNotice([ofLesson('added')], nobody)).toEqual([])
  expect(consequencesNotice([], some)).toEqual([])
})

test('added lessons are new for who has completed, and count for who is in the middle', () => {
  expect(consequencesNotice([ofLesson('added')], some)).toEqual([
    expect.stringContaining('stays complete and keeps the certificate. The added lessons are'),
    expect.stringContaining('their percent may fall'),
  ])
})

test('a new module alone lowers nobody’s percent', () => {
  const told = consequencesNotice([{ kind: 'added', text: 'New module “Colour”.' }], some)

  expect(told).toEqual(['Who has completed the course stays complete and keeps the certificate.'])
})

test('lessons taken out are kept for who watched them, and may complete the course', () => {
  const told = consequencesNotice([ofLesson('retired')], { ...some, completed: 0 })

  expect(told).toEqual([
    'What was watched of a lesson that is taken out is kept.',
    expect.stringContaining('completes the course by this'),
  ])
})

test('moving, renaming and another film are told with what they do', () => {
  const told = consequencesNotice(
    [ofLesson('moved'), ofLesson('renamed'), ofLesson('film_replaced')],
    { ...some, completed: 0 },
  )

  expect(told).toEqual([
    expect.stringContaining('another film'),
    'Moving and renaming lessons changes nobody’s progress.',
  ])
})

function ofLesson(kind: Change['kind']): Change {
  return { kind, video_id: 'video-1', text: 'A sentence.' }
}
