/** As iPhones have it: their films alone fill the screen. */
type AppleVideo = HTMLVideoElement & {
  webkitDisplayingFullscreen?: boolean
  webkitExitFullscreen?: () => void
}

/** Back to the page, from where nothing but the film is seen. False: the page is in sight. */
export async function leaveFullscreen(): Promise<boolean> {
  const ends: Promise<void>[] = []
  if (document.fullscreenElement) ends.push(document.exitFullscreen())
  if (document.pictureInPictureElement) ends.push(document.exitPictureInPicture())
  const videos = [...document.querySelectorAll<AppleVideo>('video')]
  const filling = videos.filter((video) => video.webkitDisplayingFullscreen)
  for (const video of filling) video.webkitExitFullscreen?.()
  await Promise.allSettled(ends)
  return ends.length + filling.length > 0
}
