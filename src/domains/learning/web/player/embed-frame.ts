/** The line to a provider's page in a frame. */
export type FrameChannel = {
  post: (message: string) => void
  /** Calls back with each message of that page and returns what stops it. */
  listen: (receive: (data: unknown) => void) => () => void
}

/** A frame for a provider's player, not yet on the page. */
export function createEmbedFrame(
  document: Document,
  embed: { src: string; title: string },
): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.title = embed.title
  frame.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture'
  frame.allowFullscreen = true
  // YouTube answers with error 153 when it is not told which site embeds it.
  frame.referrerPolicy = 'strict-origin-when-cross-origin'
  frame.src = embed.src
  frame.className = 'absolute inset-0 size-full border-0'
  return frame
}

/** Talks to the page of `origin` inside the frame, and hears nobody else. */
export function openFrameChannel(frame: HTMLIFrameElement, origin: string): FrameChannel {
  const page = frame.ownerDocument.defaultView
  let hasAnswered = false
  return {
    post: (message) => {
      // Before the first answer the frame may still be blank, which is another origin; what is
      // posted until then is a greeting and holds nothing of the learner.
      frame.contentWindow?.postMessage(message, hasAnswered ? origin : '*')
    },
    listen: (receive) => {
      const onMessage = (message: MessageEvent<unknown>) => {
        if (message.source !== frame.contentWindow || message.origin !== origin) return
        hasAnswered = true
        receive(message.data)
      }
      page?.addEventListener('message', onMessage)
      return () => page?.removeEventListener('message', onMessage)
    },
  }
}
