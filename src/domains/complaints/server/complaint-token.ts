import { createHmac, timingSafeEqual } from 'node:crypto'

/** Stands in the mails about a complaint: whoever has it reads the complaint and may reply. */
export function signComplaint(key: string, id: string): string {
  return macOf(key, id).toString('base64url')
}

export function isTokenOf(key: string, id: string, token: string): boolean {
  const given = Buffer.from(token, 'base64url')
  const right = macOf(key, id)
  return given.length === right.length && timingSafeEqual(given, right)
}

function macOf(key: string, id: string): Buffer {
  return createHmac('sha256', key).update(`complaint\n${id}`).digest()
}
