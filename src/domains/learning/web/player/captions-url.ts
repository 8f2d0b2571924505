const OWN_MEDIA = /^(\/media\/[^?#]+)\.(?:mp4|webm|ogg|ogv)(\?[^#]*)?/i

/** Every video of our own has its captions beside it, under the same name and the same key. */
export function captionsUrlBeside(videoUrl: string): string | null {
  const found = OWN_MEDIA.exec(videoUrl)
  return found === null ? null : `${found[1] ?? ''}.vtt${found[2] ?? ''}`
}
