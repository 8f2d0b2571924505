import { reasonOf } from '../../domains/operations/server/checks/reason-of.ts'
import { canKeepFiles } from '../../domains/site/server/can-keep-files.ts'
import { greetMailServer } from '../../integrations/mail/greet-mail-server.ts'
import type { MediaSettings } from '../../platform/media/read-media-settings.ts'
import type { Settings } from '../../platform/settings.ts'
import type { Examined } from './examined.ts'

/** The mail server and the stores, each asked now. */
export async function examineServices({ mail, media, backup }: Settings): Promise<Examined[]> {
  const found = await Promise.all([
    examineMailServer(mail.smtpUrl),
    examineStore(media, 'MEDIA_URL'),
    examineStore(backup.store, 'BACKUP_URL'),
  ])
  return found.filter((one) => one !== null)
}

async function examineMailServer(smtpUrl: string | undefined): Promise<Examined | null> {
  if (smtpUrl === undefined) return null
  const item = 'mail server'
  const { host } = new URL(smtpUrl)
  try {
    await greetMailServer(smtpUrl)
    return { item, state: 'ok', sentence: `${host} greets us and takes our password.` }
  } catch (error) {
    return {
      item,
      state: 'failing',
      sentence: `${host} does not let us in, so mails wait: ${reasonOf(error)}`,
      mend: 'Put its address and password right (SMTP_URL, Admin → Settings), or allow the way out to its port.',
    }
  }
}

/** Folders were looked at with the disks. */
async function examineStore(
  store: MediaSettings | undefined,
  variable: 'MEDIA_URL' | 'BACKUP_URL',
): Promise<Examined | null> {
  if (store?.kind !== 's3') return null
  const item = 'object store'
  const named = `${store.bucket} (${variable})`
  if (await canKeepFiles(store, variable)) {
    return { item, state: 'ok', sentence: `${named} keeps a file and gives it back.` }
  }
  const lost = variable === 'MEDIA_URL' ? 'films and uploads' : 'backups'
  return {
    item,
    state: 'failing',
    sentence: `${named} keeps no file, so ${lost} fail.`,
    mend: 'Look whether the store is reached, whether the bucket is there and its keys may write (Admin → Settings).',
  }
}
