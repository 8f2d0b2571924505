/** What browsers give a line of captions, as a part of the picture's height. */
const LINE_HEIGHT = 0.0533

/**
 * Places what is shown above the covered part of the picture, and back where the browser puts it.
 * Lines that a file places itself stay where it wants them.
 */
export function liftCaptions(video: HTMLVideoElement, coveredPart: number): void {
  const line = coveredPart > 0 ? -Math.ceil(coveredPart / LINE_HEIGHT) - 1 : 'auto'
  for (const track of video.textTracks) {
    const moved = [...(track.cues ?? [])].filter((cue) => placeCue(cue, line))
    // Chromium leaves what it is showing where it was.
    if (moved.length > 0 && track.mode === 'showing') {
      track.mode = 'hidden'
      track.mode = 'showing'
    }
  }
}

/** Whether it stands elsewhere now. */
function placeCue(cue: TextTrackCue, line: number | 'auto'): boolean {
  if (!(cue instanceof VTTCue) || !cue.snapToLines || cue.line === line) return false
  const isOurs = cue.line === 'auto' || cue.line < -2
  if (isOurs) cue.line = line
  return isOurs
}
