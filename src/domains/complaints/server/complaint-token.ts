import { createHmac } from 'node:crypto'
import { isSignedBy, type RotatingKey } from '../../../platform/secrets.ts'

/** Stands in the mails about a complaint: whoever has it reads the complaint and may reply. */
export function signComplaint(key: RotatingKey, id: string): string {
  return macOf(key.current, id).toString('base64url')
}

export function isTokenOf(key: RotatingKey, id: string, token: string): boolean {
  return isSignedBy(key, Buffer.from(token, 'base64url'), (each) => macOf(each, id))
}

function macOf(key: string, id: string): Buffer {
  return createHmac('sha256', key).update(`complaint\n${id}`).digest()
}
