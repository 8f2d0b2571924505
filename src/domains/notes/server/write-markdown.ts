import type { Database } from '../../../platform/database/database.ts'
import { formatTime } from '../../../shared/format-time.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { listForExport } from './read-notes.ts'

const rowsAtOnce = 200

/** A learner's notes as a file that is written while it is sent. */
export async function* writeMarkdown(
  db: Database,
  learnerId: string,
  courseId: string | undefined,
): AsyncGenerator<string> {
  let last = { courseId: '', videoId: '' }
  for (let offset = 0; ; offset += rowsAtOnce) {
    const rows = await listForExport(db, learnerId, { courseId, limit: rowsAtOnce, offset })
    for (const { note, courseTitle, videoTitle, presentFilm } of rows) {
      if (note.courseId !== last.courseId) yield `# ${inOneLine(courseTitle)}\n\n`
      if (note.videoId !== last.videoId) yield `## ${inOneLine(videoTitle)}\n\n`
      const time = formatTime(note.atSecond)
      const place =
        presentFilm === null
          ? t('{time}, in a lesson that has left the course', { time })
          : t('{time}, in an earlier film', { time })
      yield `**${note.film === presentFilm ? time : place}**\n\n${note.text.trim()}\n\n`
      last = note
    }
    if (rows.length < rowsAtOnce) return
  }
}

function inOneLine(title: string): string {
  return title.replaceAll(/\s+/g, ' ')
}
