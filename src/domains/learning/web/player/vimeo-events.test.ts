import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ANSWER_TIMEOUT_IN_MS, type MediaEvent } from './media-port.ts'
import { connectVimeo, type VimeoEventName, type VimeoPlayer } from './vimeo-events.ts'

let events: MediaEvent[]
let calls: string[]
let callbacks: Map<VimeoEventName, (data: unknown) => void>

beforeEach(() => {
  vi.useFakeTimers()
  events = []
  calls = []
  callbacks = new Map()
})

afterEach(() => {
  vi.useRealTimers()
})

const say = (event: VimeoEventName, data?: unknown) => callbacks.get(event)?.(data)

const connect = (
  player: Partial<VimeoPlayer> = {},
  wish: { rate?: number; startAtInSeconds?: number } = {},
) => {
  const done = (name: string) => (value?: string | number) => {
    calls.push(value === undefined ? name : `${name} ${value}`)
    return Promise.resolve()
  }
  return connectVimeo(
    {
      on: (event, callback) => callbacks.set(event, callback),
      ready: () => Promise.resolve(),
      play: done('play'),
      pause: done('pause'),
      setCurrentTime: done('setCurrentTime'),
      setPlaybackRate: done('setPlaybackRate'),
      getPlaybackRate: () => Promise.resolve(1),
      getDuration: () => Promise.resolve(62),
      getTextTracks: () => Promise.resolve([{ language: 'hi' }]),
      enableTextTrack: done('enableTextTrack'),
      disableTextTrack: done('disableTextTrack'),
      getPictureInPicture: () => Promise.resolve(false),
      requestPictureInPicture: done('requestPictureInPicture'),
      exitPictureInPicture: done('exitPictureInPicture'),
      destroy: done('destroy'),
      ...player,
    },
    { rate: 1, startAtInSeconds: 0, ...wish, onEvent: (event) => events.push(event) },
  )
}
const settle = () => vi.advanceTimersByTimeAsync(0)

describe('talking to a Vimeo player', () => {
  test('it starts where the learner stopped, at the speed the learner likes', async () => {
    connect({}, { rate: 1.5, startAtInSeconds: 30 })
    await settle()

    expect(calls).toEqual(['setCurrentTime 30', 'setPlaybackRate 1.5'])
    expect(events).toEqual([{ type: 'ready' }, { type: 'durationchange', durationInSeconds: 62 }])
  })

  test('what it tells becomes events', async () => {
    connect()
    await settle()
    events = []

    say('playing', { seconds: 0, duration: 62 })
    say('timeupdate', { seconds: 0.25, duration: 62, percent: 0.004 })
    say('playbackratechange', { playbackRate: 2 })
    say('seeking', { seconds: 40, duration: 62 })
    say('pause', { seconds: 40, duration: 62 })
    say('ended', { seconds: 62, duration: 62 })

    expect(events).toEqual([
      { type: 'play' },
      { type: 'timeupdate', positionInSeconds: 0.25 },
      { type: 'ratechange', rate: 2 },
      { type: 'seek' },
      { type: 'pause' },
      { type: 'timeupdate', positionInSeconds: 62 },
      { type: 'ended' },
    ])
  })

  test('a video that is private or gone will not play', async () => {
    connect({ ready: () => Promise.reject(new Error('not allowed here')) })
    await settle()

    expect(events).toEqual([{ type: 'error', kind: 'unplayable' }])
  })

  test.each([
    [
      'PrivacyError',
      'Because of its privacy settings, this video cannot be played here.',
      'embedding_forbidden',
    ],
    ['PrivacyError', 'This video is private.', 'private'],
    ['PasswordError', 'The video is password-protected.', 'private'],
    ['NotFoundError', 'The video does not exist.', 'removed'],
    ['ContentError', 'This video has an age rating.', 'age_restricted'],
    ['Error', 'Whatever else.', 'unplayable'],
  ])('%s “%s” is told as %s', async (name, message, kind) => {
    connect({ ready: () => Promise.reject(Object.assign(new Error(message), { name })) })
    await settle()

    expect(events).toEqual([{ type: 'error', kind }])
  })

  test('a player that never answers is out of reach', async () => {
    connect({ ready: () => new Promise(() => undefined) })

    await vi.advanceTimersByTimeAsync(ANSWER_TIMEOUT_IN_MS)

    expect(events).toEqual([{ type: 'error', kind: 'network' }])
  })

  test('a speed that its creator forbids shows the speed that plays', async () => {
    const line = connect({ setPlaybackRate: () => Promise.reject(new Error('not allowed')) })
    await settle()

    line.setRate(2)
    await settle()

    expect(events.at(-1)).toEqual({ type: 'ratechange', rate: 1 })
  })

  test('a refused command is no broken video, an error of its own is', async () => {
    connect()
    await settle()

    say('error', { name: 'NotAllowed', message: '', method: 'play' })
    expect(events).not.toContainEqual({ type: 'error', kind: 'unplayable' })

    say('error', { name: 'Broken', message: '' })
    expect(events.at(-1)).toEqual({ type: 'error', kind: 'unplayable' })
  })

  test('captions come in the first language there is', async () => {
    const line = connect()
    await settle()

    line.setCaptions(true)
    await settle()

    expect(calls).toEqual(['enableTextTrack hi'])
  })

  test('after closing it is silent and leaves no timer', async () => {
    const line = connect({ ready: () => new Promise(() => undefined) })

    line.close()
    say('playing', {})

    expect(events).toEqual([])
    expect(calls).toEqual(['destroy'])
    expect(vi.getTimerCount()).toBe(0)
  })
})
