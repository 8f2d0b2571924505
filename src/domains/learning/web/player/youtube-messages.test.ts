import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ANSWER_TIMEOUT_IN_MS, type MediaEvent } from './media-port.ts'
import { connectYouTube, type YouTubeConnection } from './youtube-messages.ts'

let posted: Record<string, unknown>[]
let listeners: Set<(data: unknown) => void>
let events: MediaEvent[]
let line: YouTubeConnection

const say = (content: unknown) => {
  for (const receive of listeners) {
    receive(typeof content === 'string' ? content : JSON.stringify(content))
  }
}
const deliver = (info: object) => say({ event: 'infoDelivery', info, id: 'lesson' })

beforeEach(() => {
  vi.useFakeTimers()
  posted = []
  events = []
  listeners = new Set()
  line = connectYouTube(
    {
      post: (message) => posted.push(JSON.parse(message)),
      listen: (receive) => {
        listeners.add(receive)
        return () => listeners.delete(receive)
      },
    },
    (event) => events.push(event),
  )
})

afterEach(() => {
  vi.useRealTimers()
})

describe('talking to a YouTube player', () => {
  test('it is greeted until it answers, and then asked to tell its states and errors', () => {
    vi.advanceTimersByTime(600)
    expect(posted.map((message) => message.event)).toEqual(['listening', 'listening'])

    say({ event: 'onReady', info: null })
    vi.advanceTimersByTime(60_000)

    expect(posted.slice(2)).toMatchObject([
      { event: 'command', func: 'addEventListener', args: ['onStateChange'] },
      { event: 'command', func: 'addEventListener', args: ['onError'] },
    ])
    expect(events).toEqual([{ type: 'ready' }])
  })

  test('a player that never answers is out of reach', () => {
    vi.advanceTimersByTime(ANSWER_TIMEOUT_IN_MS)

    expect(events).toEqual([{ type: 'error', kind: 'network' }])
  })

  test('what it delivers becomes events, each once', () => {
    say({ event: 'initialDelivery', info: { duration: 0, playerState: -1, playbackRate: 1 } })
    deliver({ duration: 61.5, playerState: 1, currentTime: 0 })
    say({ event: 'onStateChange', info: 1 })
    deliver({ currentTime: 0.3, duration: 61.5, videoData: { title: 'x' } })
    deliver({ playbackRate: 1.5 })
    deliver({ currentTime: 1.2, playerState: 2 })
    deliver({ currentTime: 61.5, playerState: 0 })

    expect(events).toEqual([
      { type: 'ready' },
      { type: 'durationchange', durationInSeconds: 61.5 },
      { type: 'timeupdate', positionInSeconds: 0 },
      { type: 'play' },
      { type: 'timeupdate', positionInSeconds: 0.3 },
      { type: 'ratechange', rate: 1.5 },
      { type: 'timeupdate', positionInSeconds: 1.2 },
      { type: 'pause' },
      { type: 'timeupdate', positionInSeconds: 61.5 },
      { type: 'ended' },
    ])
  })

  test.each([
    [2, 'invalid_id'],
    [5, 'unplayable'],
    [100, 'removed'],
    [101, 'embedding_forbidden'],
    [150, 'embedding_forbidden'],
    [153, 'embedding_forbidden'],
    [999, 'unplayable'],
  ])('error %i is told as %s', (code, kind) => {
    say({ event: 'onError', info: code })

    expect(events.at(-1)).toEqual({ type: 'error', kind })
  })

  test('an answer after the learner was told of a silence is as good', () => {
    vi.advanceTimersByTime(ANSWER_TIMEOUT_IN_MS)
    expect(events).toEqual([{ type: 'error', kind: 'network' }])

    say({ event: 'initialDelivery', info: {} })

    expect(events.at(-1)).toEqual({ type: 'ready' })
  })

  test('messages that make no sense are passed over', () => {
    for (const nonsense of ['', '{', 'null', '[1]', { event: 5 }, { info: 1 }]) say(nonsense)

    expect(events).toEqual([])
  })

  test('commands go out in its words', () => {
    line.command('seekTo', 12, true)

    expect(posted.at(-1)).toMatchObject({ event: 'command', func: 'seekTo', args: [12, true] })
  })

  test('closing leaves no timer and no listener', () => {
    line.close()
    vi.advanceTimersByTime(60_000)

    expect([...posted, ...events]).toEqual([])
    expect(listeners.size).toBe(0)
    expect(vi.getTimerCount()).toBe(0)
  })
})
