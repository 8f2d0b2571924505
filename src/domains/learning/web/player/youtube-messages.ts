import * as z from 'zod/mini'
import type { FrameChannel } from './embed-frame.ts'
import { ANSWER_TIMEOUT_IN_MS, type MediaErrorKind, type MediaListener } from './media-port.ts'

const GREETING_EVERY_IN_MS = 250
const ENDED = 0
const PLAYING = 1
const PAUSED = 2

const playerInfo = z.object({
  currentTime: z.optional(z.number()),
  duration: z.optional(z.number()),
  playbackRate: z.optional(z.number()),
  playerState: z.optional(z.number()),
})
const message = z.object({ event: z.string(), info: z.optional(z.unknown()) })

export type YouTubeConnection = {
  command: (name: string, ...values: (string | number | boolean)[]) => void
  close: () => void
}

/**
 * Greets YouTube's player until it answers, then turns what it says into media events, each told
 * once. The messages are those that YouTube's own script exchanges with the frame, so that none
 * of its code runs on our page.
 */
export function connectYouTube(channel: FrameChannel, onEvent: MediaListener): YouTubeConnection {
  const send = (content: object) =>
    channel.post(JSON.stringify({ ...content, id: 'lesson', channel: 'widget' }))
  const command = (name: string, ...values: (string | number | boolean)[]) =>
    send({ event: 'command', func: name, args: values })

  const greeting = setInterval(() => send({ event: 'listening' }), GREETING_EVERY_IN_MS)
  // It is greeted on: an answer that comes late is as good.
  const silence = setTimeout(
    () => onEvent({ type: 'error', kind: 'network' }),
    ANSWER_TIMEOUT_IN_MS,
  )

  let hasAnswered = false
  const told = { state: Number.NaN, duration: Number.NaN, rate: 1, position: Number.NaN }

  const tellState = (state: number) => {
    if (state === told.state) return
    told.state = state
    if (state === PLAYING) onEvent({ type: 'play' })
    if (state === PAUSED) onEvent({ type: 'pause' })
    if (state === ENDED) onEvent({ type: 'ended' })
  }
  const tellInfo = (info: z.infer<typeof playerInfo>) => {
    const { duration = 0, playbackRate = told.rate, currentTime = told.position } = info
    if (duration > 0 && duration !== told.duration) {
      told.duration = duration
      onEvent({ type: 'durationchange', durationInSeconds: duration })
    }
    if (playbackRate !== told.rate) {
      told.rate = playbackRate
      onEvent({ type: 'ratechange', rate: playbackRate })
    }
    // The position comes before the state: the last second before a pause was played.
    if (currentTime !== told.position && !Number.isNaN(currentTime)) {
      told.position = currentTime
      onEvent({ type: 'timeupdate', positionInSeconds: currentTime })
    }
    if (info.playerState !== undefined) tellState(info.playerState)
  }

  const stopListening = channel.listen((data) => {
    const heard = message.safeParse(parseJson(data))
    if (!heard.success) return
    if (!hasAnswered) {
      hasAnswered = true
      clearInterval(greeting)
      clearTimeout(silence)
      command('addEventListener', 'onStateChange')
      command('addEventListener', 'onError')
      onEvent({ type: 'ready' })
    }
    const { event, info } = heard.data
    if (event === 'onError') onEvent({ type: 'error', kind: errorKind(info) })
    if (event === 'onAutoplayBlocked') onEvent({ type: 'blocked' })
    if (event === 'onStateChange' && typeof info === 'number') tellState(info)
    const delivered = playerInfo.safeParse(info)
    if (delivered.success) tellInfo(delivered.data)
  })

  return {
    command,
    close: () => {
      clearInterval(greeting)
      clearTimeout(silence)
      stopListening()
    },
  }
}

/** By https://developers.google.com/youtube/iframe_api_reference#onError */
function errorKind(code: unknown): MediaErrorKind {
  if (code === 2) return 'invalid_id'
  if (code === 100) return 'removed'
  if (code === 101 || code === 150 || code === 153) return 'embedding_forbidden'
  return 'unplayable'
}

function parseJson(data: unknown): unknown {
  if (typeof data !== 'string') return data
  try {
    return JSON.parse(data)
  } catch {
    return null
  }
}
