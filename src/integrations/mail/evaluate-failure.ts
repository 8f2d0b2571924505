import type { Failure } from './mail-transport.ts'

/** "Closing", "bad sequence", and those about the login: said of all mails, at whatever command. */
const aboutEverybody = new Set([421, 503, 530, 534, 535, 538])
/** What nodemailer calls trouble on the way to the server's answer. */
const onTheWay = new Set(
  'ECONNECTION ETIMEDOUT ESOCKET EDNS ETLS EPROTOCOL EAUTH ENOAUTH EOAUTH2 EPROXY'.split(' '),
)

/**
 * What an error of nodemailer says about the mail. `isContentBegun`: some of the mail itself was on its
 * way; before that the server cannot have it, whatever broke.
 */
export function evaluateFailure(error: unknown, isContentBegun: boolean): Failure {
  const { code, command, responseCode }: Record<string, unknown> = Object(error)
  const answer = Number(responseCode ?? 0)
  const isAboutMail = command === 'RCPT TO' || command === 'DATA'
  if (answer >= 400 && isAboutMail && !aboutEverybody.has(answer)) {
    return answer >= 500 ? 'refused' : 'deferred'
  }
  if (isContentBegun) return answer >= 400 ? 'unavailable' : 'unknown'
  if (answer > 0 || onTheWay.has(String(code))) return 'unavailable'
  // Not even asked: an address that is none, or a mail larger than the server says it takes.
  return code === 'EENVELOPE' || code === 'EMESSAGE' ? 'refused' : 'deferred'
}
