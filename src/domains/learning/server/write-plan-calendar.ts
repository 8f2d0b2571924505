import { t } from '../../../shared/i18n/translate.ts'

interface CalendarEntry {
  /** Stays the same for a lesson, so that a newer file moves its entry. */
  uid: string
  title: string
  at: Date
}

const octetsInLine = 75

/** When lessons open, as a calendar file (RFC 5545). */
export function writePlanCalendar(
  { title, url, writtenAt }: { title: string; url: string; writtenAt: Date },
  entries: readonly CalendarEntry[],
): string {
  const events = entries.flatMap((entry) => [
    'BEGIN:VEVENT',
    `UID:${entry.uid}`,
    `DTSTAMP:${inUtc(writtenAt)}`,
    `DTSTART:${inUtc(entry.at)}`,
    `SUMMARY:${escapeText(t('“{lesson}” opens', { lesson: entry.title }))}`,
    `DESCRIPTION:${escapeText(title)}`,
    `URL:${url}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ])
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Academy//Lessons//EN',
    `NAME:${escapeText(title)}`,
    ...events,
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

/** 20261130T043000Z */
function inUtc(instant: Date): string {
  return instant.toISOString().replaceAll(/[-:]|\.\d+/g, '')
}

function escapeText(text: string): string {
  return text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r?\n|\r/g, String.raw`\n`)
}

/** Lines of at most 75 octets, never broken within a letter; those that go on begin with a space. */
function fold(line: string): string {
  let length = 0
  return Array.from(line)
    .map((letter) => {
      const octets = Buffer.byteLength(letter)
      const isFull = length + octets > octetsInLine
      length = isFull ? 1 + octets : length + octets
      return isFull ? `\r\n ${letter}` : letter
    })
    .join('')
}
