import { countJobs } from '../domains/films/server/job-queue.ts'
import { readBackupState } from '../domains/operations/server/backups/backup-state.ts'
import { evaluateBackups } from '../domains/operations/server/backups/evaluate-backups.ts'
import { countWaitingMails } from '../integrations/mail/find-waiting-mail.ts'
import { describeServer } from '../platform/database/describe-server.ts'
import { describeSize } from './doctor/examined.ts'
import { findRunningDatabase } from './find-database.ts'
import { addKeptSettings, openAcademyDatabase } from './prepare-academy.ts'
import { runCommand } from './run-command.ts'

// The part of `academy status` that only the database knows. It starts nothing.
await runCommand(async (given, log, closers) => {
  const urls = await findRunningDatabase(given, log)
  if (urls === null) return 'Database: stopped, or none yet.'
  const database = openAcademyDatabase(given, log, urls.url)
  closers.push(() => database.close())
  const { db, pool } = database
  const [server, settings, mails, films, state] = await Promise.all([
    describeServer(pool),
    addKeptSettings(given, database),
    countWaitingMails(db),
    countJobs(db),
    readBackupState(db),
  ])
  const backup = settings.backup.store
    ? evaluateBackups(state, new Date()).sentence
    : 'none are made (BACKUP_URL).'
  return [
    `Database: PostgreSQL ${server.version}, ${describeSize(server.sizeInBytes)}.`,
    `Queue: ${mails} mails wait, ${films} files of films are to be made.`,
    `Backups: ${backup}`,
  ].join('\n')
})
