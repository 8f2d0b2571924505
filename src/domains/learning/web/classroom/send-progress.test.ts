import { expect, it, vi } from 'vitest'
import { ApiError } from '../../../../http/api-client.ts'
import type { PlaybackReport } from '../player/report-playback.ts'
import { type ReportStore, readPending } from './pending-reports.ts'
import { createProgressSender, type ProgressResponse, type SendingState } from './send-progress.ts'

const video = { courseId: 'c1', videoId: 'v1' }
const offline = new ApiError(0, { code: 'offline' })
/** All that was sent counts, unless it says something else. */
type Answered = Omit<ProgressResponse, 'credited'> & Partial<Pick<ProgressResponse, 'credited'>>
const answer: Answered = {
  progress: 10,
  completed: false,
  video: { position: 5, played_in_seconds: 5, fraction: 0.1, completed: false },
}
const played = (...intervals: [number, number][]): PlaybackReport => ({
  position: intervals.at(-1)?.[1] ?? 0,
  duration: 100,
  played: intervals,
})

it('a learner who plays is heard, and nothing is left waiting', async () => {
  const room = openRoom(async () => answer)

  room.sender.report(video, played([0, 5]))

  await vi.waitFor(() => expect(room.states).toEqual(['sent']))
  expect(room.sent).toEqual([played([0, 5])])
  expect(room.waiting()).toEqual({})
})

it('what was played offline is kept, joined, and sent when the network is back', async () => {
  let isOnline = false
  const room = openRoom(async () => {
    if (!isOnline) throw offline
    return answer
  })
  room.sender.report(video, played([0, 5]))
  await vi.waitFor(() => expect(room.states).toEqual(['unsent']))
  room.sender.report(video, played([40, 60]))
  await vi.waitFor(() => expect(room.states).toHaveLength(2))

  isOnline = true
  room.sender.sendAll()

  await vi.waitFor(() => expect(room.waiting()).toEqual({}))
  expect(room.sent.at(-1)).toEqual(played([0, 5], [40, 60]))
})

it('what the academy does not credit yet is kept, and sent again until it is', async () => {
  const answers: Answered[] = [
    { ...answer, credited: [[0, 5]] },
    { ...answer, credited: [[5, 35]] },
    { ...answer, credited: [[35, 80]] },
  ]
  const room = openRoom(async () => answers[room.sent.length - 1] ?? answer)

  room.sender.report(video, played([0, 80]))
  await vi.waitFor(() => expect(room.states).toHaveLength(1))
  const kept = room.waiting()['c1/v1']?.played
  room.sender.sendAll()
  await vi.waitFor(() => expect(room.states).toHaveLength(2))
  room.sender.sendAll()

  await vi.waitFor(() => expect(room.waiting()).toEqual({}))
  expect(kept).toEqual([[5, 80]])
  expect(room.sent.map((report) => report.played)).toEqual([[[0, 80]], [[5, 80]], [[35, 80]]])
})

it('seconds of a film and of the one that replaced it are not joined', async () => {
  const room = openRoom(async () => {
    throw offline
  })

  room.sender.report(video, { ...played([0, 80]), film: 1 })
  room.sender.report(video, { ...played([0, 3]), film: 2 })
  // What was kept before players of it told its film, and an earlier page.
  room.sender.report(video, { ...played([3, 5]), opening: 'as it was kept' })
  room.sender.report(video, { ...played([5, 6]), film: 2 })

  const waiting = [
    { ...played([0, 80]), film: 1 },
    { ...played([0, 3], [5, 6]), film: 2 },
    { ...played([3, 5]), opening: 'as it was kept' },
  ]
  expect(Object.values(room.waiting())).toEqual(expect.arrayContaining(waiting))
  expect(Object.values(room.waiting())).toHaveLength(3)
  await vi.waitFor(() => expect(room.states).not.toEqual([]))
})

it('what counts of a film is not taken out of the one that replaced it', async () => {
  const room = openRoom(async () => {
    if (room.sent.length === 1) room.sender.report(video, { ...played([0, 3]), film: 2 })
    return answer
  })

  room.sender.report(video, { ...played([0, 80]), film: 1 })

  await vi.waitFor(() => expect(room.waiting()).toEqual({}))
  expect(room.sent).toEqual([
    { ...played([0, 80]), film: 1 },
    { ...played([0, 3]), film: 2 },
  ])
})

it('a film begun while the academy is away is reported with the opening of its lesson', async () => {
  let isOnline = false
  const room = openRoom(async () => {
    if (!isOnline) throw offline
    return answer
  })
  room.sender.report(video, { ...played([0, 5]), opening: 'at noon' })
  await vi.waitFor(() => expect(room.states).toEqual(['unsent']))

  isOnline = true
  room.sender.report(video, { ...played([0, 9]), opening: 'at one' })

  await vi.waitFor(() => expect(room.waiting()).toEqual({}))
  expect(room.sent.at(-1)).toMatchObject({ played: [[0, 9]], opening: 'at noon' })
})

it('a learner who closes the page offline finds the report sent at the next visit', async () => {
  const before = openRoom(async () => {
    throw offline
  })
  before.sender.report(video, played([0, 30]))
  await vi.waitFor(() => expect(before.states).toEqual(['unsent']))

  const after = openRoom(async () => answer, before.store)
  after.sender.sendAll()

  await vi.waitFor(() => expect(after.waiting()).toEqual({}))
  expect(after.sent).toEqual([played([0, 30])])
})

it('what is played while a report is under way follows it', async () => {
  const gates: (() => void)[] = []
  const room = openRoom(async () => {
    await new Promise<void>((open) => gates.push(open))
    return answer
  })
  room.sender.report(video, played([0, 5]))
  room.sender.report(video, played([0, 9]))
  expect(room.sent).toHaveLength(1)

  gates[0]?.()
  await vi.waitFor(() => expect(room.sent).toHaveLength(2))
  gates[1]?.()

  await vi.waitFor(() => expect(room.waiting()).toEqual({}))
  expect(room.sent[1]).toEqual({ ...played([0, 9]), played: [[5, 9]] })
})

it('a learner who leaves while a report is under way is heard all the same', () => {
  const room = openRoom(() => new Promise(() => {}))
  room.sender.report(video, played([0, 5]))
  room.isLeaving = true
  room.sender.report(video, played([0, 7]))

  expect(room.sent).toHaveLength(2)
})

it('an ended session keeps the report for the next sign-in', async () => {
  const room = openRoom(async () => {
    throw new ApiError(401, { code: 'not_signed_in' })
  })

  room.sender.report(video, played([0, 5]))

  await vi.waitFor(() => expect(room.states).toEqual(['signed_out']))
  expect(room.waiting()).toHaveProperty('c1/v1')
})

it('a video that no longer exists is not reported for ever', async () => {
  const room = openRoom(async () => {
    throw new ApiError(404, { code: 'video_not_found' })
  })

  room.sender.report(video, played([0, 5]))

  await vi.waitFor(() => expect(room.waiting()).toEqual({}))
})

it('a network that answers in the academy’s place gives nothing up', async () => {
  for (const status of [400, 403, 404, 413, 429, 500, 503]) {
    const room = openRoom(async () => {
      throw new ApiError(status, {})
    })

    room.sender.report(video, played([0, 5]))

    await vi.waitFor(() => expect(room.states).toEqual(['unsent']))
    expect(room.waiting()).toHaveProperty('c1/v1')
  }
})

it('a learner is told why something will never count', async () => {
  const room = openRoom(async () => {
    throw new ApiError(404, { code: 'video_not_found', detail: 'This video does not exist.' })
  })

  room.sender.report(video, played([0, 5]))

  await vi.waitFor(() => expect(room.refusals).toEqual(['This video does not exist.']))
  expect(room.waiting()).toEqual({})
})

it('a course that was taken back is told apart from a lesson that is gone', async () => {
  for (const [code, lost] of [
    ['course_not_owned', ['c1']],
    ['course_not_found', ['c1']],
    ['video_not_found', []],
    ['unknown', []],
  ] as const) {
    const room = openRoom(async () => {
      throw new ApiError(403, { code, detail: 'No.' })
    })
    room.sender.report(video, played([0, 5]))
    await vi.waitFor(() => expect(room.states).toHaveLength(1))
    expect(room.lost).toEqual(lost)
  }
})

it('a store that somebody else has written to counts as empty', () => {
  for (const text of ['nonsense', '[]', '{"c1/v1":{"position":"x"}}', '{"c1":null}', 'null']) {
    expect(readPending({ read: () => text, write: () => {} })).toEqual({})
  }
})

function openRoom(answerNext: () => Promise<Answered>, store = makeStore()) {
  const room = {
    store,
    sent: [] as PlaybackReport[],
    states: [] as SendingState[],
    refusals: [] as string[],
    lost: [] as string[],
    isLeaving: false,
    waiting: () => readPending(store),
  }
  const sender = createProgressSender({
    store,
    send: async (_, report) => {
      room.sent.push(report)
      return (await answerNext()) as ProgressResponse // documents do not name what is credited
    },
    onAnswer: () => {},
    onRefused: (reason) => room.refusals.push(reason),
    onAccessEnded: ({ courseId }) => room.lost.push(courseId),
    onState: (state) => room.states.push(state),
    isLeaving: () => room.isLeaving,
  })
  return Object.assign(room, { sender })
}

function makeStore(): ReportStore {
  let kept: string | null = null
  return {
    read: () => kept,
    write: (text) => {
      kept = text
    },
  }
}
