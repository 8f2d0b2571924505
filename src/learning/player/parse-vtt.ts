export interface Cue {
  /** In seconds. */
  from: number
  to: number
  text: string
}

const TIMING = /^((?:\d{1,4}:)?\d{2}:\d{2}\.\d{3})[ \t]+-->[ \t]+((?:\d{1,4}:)?\d{2}:\d{2}\.\d{3})/
/** Longer files are no captions of a lesson. */
const MOST_CUES = 20_000

/** The words of a WebVTT file with their times; what makes no sense in it is passed over. */
export function parseVtt(text: string): Cue[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  if (!/^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? '')) return []
  const cues: Cue[] = []
  let cue: Cue | null = null
  for (const line of lines) {
    const timing = TIMING.exec(line)
    if (timing !== null) {
      cue = { from: readTime(timing[1] ?? ''), to: readTime(timing[2] ?? ''), text: '' }
      cues.push(cue)
      if (cues.length === MOST_CUES) break
    } else if (line === '') {
      cue = null
    } else if (cue !== null) {
      cue.text = `${cue.text} ${plainText(line)}`.trim()
    }
  }
  return cues.filter((read) => read.text !== '' && read.to > read.from)
}

function readTime(text: string): number {
  return text.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0)
}

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: '\u00A0',
  lrm: '\u200E',
  rlm: '\u200F',
}

function plainText(line: string): string {
  return line
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_, name: string) => ENTITIES[name] ?? '')
}
