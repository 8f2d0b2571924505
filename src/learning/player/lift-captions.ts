/** What browsers give a line of captions, as a part of the picture's height. */
const LINE_HEIGHT = 0.0533

/**
 * Places what is shown above the covered part of the picture, and back where the browser puts it.
 * Lines that a file places itself stay where it wants them.
 */
export function liftCaptions(video: HTMLVideoElement, coveredPart: number): void {
  const line = coveredPart > 0 ? -Math.ceil(coveredPart / LINE_HEIGHT) - 1 : 'auto'
  for (const track of video.textTracks) {
    for (const cue of track.cues ?? []) {
      if (!(cue instanceof VTTCue) || !cue.snapToLines) continue
      if (cue.line === 'auto' || cue.line < -2) cue.line = line
    }
  }
}
