import { checkHandedIn } from '../domains/assignments/server/keep-file.ts'
import { listAttachmentFiles } from '../domains/files/server/list-attachments.ts'
import { checkMedia, listKeptFiles } from '../domains/films/server/check-media.ts'
import { openMediaStore } from '../platform/media/open-media-store.ts'
import { findDatabase } from './find-database.ts'
import { addKeptSettings, openAcademyDatabase } from './prepare-academy.ts'
import { runCommand } from './run-command.ts'

// `npm run media:check`
await runCommand(async (settings, log, closers) => {
  const { url } = await findDatabase(settings, log, closers)
  const database = openAcademyDatabase(settings, log, url)
  closers.push(() => database.close())
  const media = await openMediaStore((await addKeptSettings(settings, database)).media)
  const { db } = database
  const files = [...(await listKeptFiles(db)), ...(await listAttachmentFiles(db))]
  const kept = await checkMedia(media, files)
  const handedIn = await checkHandedIn({ db, media })
  const faults = [...kept.faults, ...handedIn.faults]
  if (faults.length > 0) throw new Error(faults.join('\n'))
  const checked = kept.checked + handedIn.checked
  return `${checked} files of films, lessons and assignments were read: all are there, and all are what they were.`
})
