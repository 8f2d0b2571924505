import type { Cue } from '../../captions/read-captions.ts'

/** As browsers read captions. */
export function writeVtt(cues: readonly Cue[]): string {
  const blocks = cues.map(({ fromInMs, toInMs, settings, text }) => {
    const times = `${writeTime(fromInMs)} --> ${writeTime(toInMs)}`
    return `${settings === '' ? times : `${times} ${settings}`}\n${text}\n`
  })
  return ['WEBVTT\n', ...blocks].join('\n')
}

function writeTime(timeInMs: number): string {
  const seconds = Math.floor(timeInMs / 1000)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const clock = parts.map((part) => String(part).padStart(2, '0')).join(':')
  return `${clock}.${String(timeInMs % 1000).padStart(3, '0')}`
}
