export interface CaptionsTrack {
  language: string
  label: string
  url: string
}

/** A video element without controls, whose file may be on its way already; the page has its own controls. */
export function createVideo(
  document: Document,
  { title, captions }: { title: string; captions: readonly CaptionsTrack[] },
  video = document.createElement('video'),
): HTMLVideoElement {
  video.playsInline = true
  video.preload = 'auto'
  video.className = 'absolute inset-0 size-full'
  video.setAttribute('aria-label', title)
  for (const { language, label, url } of captions) {
    const track = document.createElement('track')
    track.kind = 'captions'
    track.label = label
    track.srclang = language
    track.src = url
    video.append(track)
  }
  return video
}
