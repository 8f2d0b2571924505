/** One caption; its text is WebVTT's cue text, safe as it is. */
export interface Cue {
  fromInMs: number
  toInMs: number
  settings: string
  text: string
}

/** Captions that cannot be read; its message is a sentence for the administrator. */
export class UnreadableCaptions extends Error {}

const maxCues = 20_000
const timing =
  /^\s{0,20}(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?\s{0,20}-->\s{0,20}(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?(\s.*)?$/
/** Words may have an arrow in them. */
const timingLike = /^\s{0,20}\d[\d:.,]*\s{0,20}-->\s{0,20}\d/
const setting = /^(?:line|position|size|align):[\w.,%-]{1,30}$/

/**
 * The captions of a WebVTT or SubRip file, by time. Both are blocks of lines below a line of times, so
 * the same rules read both; styles, regions and notes are left out.
 */
export function readCaptions(file: string): Cue[] {
  const lines = file
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
    .split('\n')
  const cues: Cue[] = []
  for (let at = 0; at < lines.length; at += 1) {
    if (lines[at]?.includes('-->') !== true) continue
    const cue = readTiming(lines[at] ?? '', at + 1)
    const end = findEnd(lines, at + 1)
    cue.text = cleanText(lines.slice(at + 1, end))
    // Some programs write captions of no length and of no words, which nobody would see.
    if (cue.text !== '' && cue.toInMs > cue.fromInMs) cues.push(cue)
    if (cues.length > maxCues) throw new UnreadableCaptions('These are more than 20,000 captions.')
    at = end - 1
  }
  if (cues.length === 0) {
    throw new UnreadableCaptions(
      'There are no captions in this file. Please choose a VTT or SRT file.',
    )
  }
  return cues.sort((one, other) => one.fromInMs - other.fromInMs || one.toInMs - other.toInMs)
}

function readTiming(line: string, number: number): Cue {
  const found = timing.exec(line)
  const fromInMs = found ? toMs(found.slice(1, 5)) : null
  const toInMs = found ? toMs(found.slice(5, 9)) : null
  if (fromInMs === null || toInMs === null) {
    throw new UnreadableCaptions(
      `Line ${number}: these times cannot be read. They look like 00:01:02.500 --> 00:01:04.000.`,
    )
  }
  if (toInMs < fromInMs) {
    throw new UnreadableCaptions(`Line ${number}: this caption ends before it begins.`)
  }
  const words = (found?.[9] ?? '').slice(0, 200).split(/\s+/)
  const settings = words.filter((word) => setting.test(word)).join(' ')
  return { fromInMs, toInMs, settings, text: '' }
}

function toMs([hours = '0', minutes = '', seconds = '', fraction = '0']: (string | undefined)[]) {
  if (Number(minutes) > 59 || Number(seconds) > 59) return null
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return whole * 1000 + Number(fraction.padEnd(3, '0'))
}

/** Where the text of a caption ends: at an empty line, or at the next times with their number. */
function findEnd(lines: readonly string[], from: number): number {
  for (let at = from; at < lines.length; at += 1) {
    if (lines[at]?.trim() === '') return at
    if (!timingLike.test(lines[at] ?? '')) continue
    return at > from && /^\s*\d{1,9}\s*$/.test(lines[at - 1] ?? '') ? at - 1 : at
  }
  return lines.length
}

/** Only bold, italic, underlined and the speaker's name stay; all else is letters. */
function cleanText(lines: readonly string[]): string {
  return lines
    .map((line) => line.replaceAll(/\p{Cc}/gu, ' ').replaceAll(/\{\\[^{}]{0,100}\}/g, ''))
    .map((line) =>
      line
        .split(/(<[^<>]{0,200}>)/)
        .map((part, place) => (place % 2 === 1 ? cleanTag(part) : escape(part)))
        .join('')
        .trim(),
    )
    .filter((line) => line !== '')
    .join('\n')
}

function cleanTag(tag: string): string {
  const plain = /^<(\/?[biu])(?:\.[^>]*)?>$/i.exec(tag)?.[1]
  if (plain !== undefined) return `<${plain.toLowerCase()}>`
  const speaker = /^<v(?:\.\S*)?\s([^>]*)>$/i.exec(tag)?.[1]?.trim()
  return speaker ? `<v ${escape(speaker)}>` : ''
}

/** Characters that were written as numbers become themselves, so that they are found and shown. */
function escape(text: string): string {
  return text
    .replaceAll('&apos;', "'")
    .replaceAll(/&#(\d{1,6});/g, (_, code: string) =>
      code === '38' ? '&amp;' : String.fromCodePoint(Number(code)).replace(/\p{Cc}|\p{Cs}/u, ' '),
    )
    .replaceAll(/&(?!(?:amp|lt|gt|nbsp|lrm|rlm|quot);)/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

const letters: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: '\u00A0',
  lrm: '\u200E',
  rlm: '\u200F',
}

/** What is said in a caption, in one line without markup. */
export function plainText(cueText: string): string {
  return cueText
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot|nbsp|lrm|rlm);/g, (_, name: string) => letters[name] ?? '')
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim()
}
