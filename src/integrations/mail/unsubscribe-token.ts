import { createHmac } from 'node:crypto'
import { isSignedBy, type RotatingKey } from '../../platform/secrets.ts'
import type { Sender } from './render-mail.ts'

const macInBytes = 16

/** Not in `src/paths.ts`: the server answers it by itself. */
export const unsubscribePath = '/unsubscribe'

/** Where a person says no to letters, to mails of lessons, or ends reminders; the same for a visit and for a mail program's one click. */
export function unsubscribeUrlOf(
  { sender, unsubscribeKey }: { sender: Pick<Sender, 'publicUrl'>; unsubscribeKey: RotatingKey },
  learnerId: string,
  of?: 'reminders' | 'lessons',
): string {
  const token = signUnsubscribeToken(unsubscribeKey, learnerId)
  return `${sender.publicUrl()}${unsubscribePath}?token=${token}${of ? `&of=${of}` : ''}`
}

/** Says who unsubscribes; holds for ever, as the mail it stands in does. */
export function signUnsubscribeToken(key: RotatingKey, learnerId: string): string {
  const id = Buffer.from(learnerId.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, macOf(key.current, id)]).toString('base64url')
}

/** Whom a token is of; null: it is none of ours. */
export function readUnsubscribeToken(key: RotatingKey, token: string): string | null {
  const bytes = Buffer.from(token, 'base64url')
  const id = bytes.subarray(0, 16)
  const mac = bytes.subarray(16)
  if (!isSignedBy(key, mac, (each) => macOf(each, id))) return null
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function macOf(key: string, id: Buffer): Buffer {
  return createHmac('sha256', key).update('unsubscribe').update(id).digest().subarray(0, macInBytes)
}
