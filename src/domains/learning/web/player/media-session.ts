import type { MediaPort } from './media-port.ts'

/** What the lock screen shows, and what its buttons and those of a headset do. */
export function openMediaSession(
  media: Pick<MediaPort, 'play' | 'pause' | 'seek'>,
  shown: {
    title: string
    courseTitle: string | null
    artworkUrl: string | null
    readPosition: () => number
  },
): { close: () => void } {
  if (!('mediaSession' in navigator)) return { close: () => undefined }
  const session = navigator.mediaSession
  const skip = (bySeconds: number) => media.seek(Math.max(0, shown.readPosition() + bySeconds))
  const actions: [MediaSessionAction, MediaSessionActionHandler][] = [
    ['play', () => media.play()],
    ['pause', () => media.pause()],
    ['seekbackward', ({ seekOffset }) => skip(-(seekOffset ?? 10))],
    ['seekforward', ({ seekOffset }) => skip(seekOffset ?? 10)],
    ['seekto', ({ seekTime }) => media.seek(seekTime ?? 0)],
  ]
  session.metadata = new MediaMetadata({
    title: shown.title,
    artist: shown.courseTitle ?? '',
    ...(shown.artworkUrl !== null && {
      artwork: [{ src: new URL(shown.artworkUrl, location.href).href }],
    }),
  })
  for (const [action, handler] of actions) setHandler(session, action, handler)
  return {
    close: () => {
      session.metadata = null
      for (const [action] of actions) setHandler(session, action, null)
    },
  }
}

/** Browsers refuse actions that they are too old to know. */
function setHandler(
  session: MediaSession,
  action: MediaSessionAction,
  handler: MediaSessionActionHandler | null,
): void {
  try {
    session.setActionHandler(action, handler)
  } catch {
    // Then that button is not offered.
  }
}
