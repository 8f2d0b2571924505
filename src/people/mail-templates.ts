import type { MailTemplate } from '../outside/mail/render-mail.ts'
import { peoplePaths } from './people-paths.ts'

export const emailLinkLifetimeInHours = 24

/** To the new address. Names nobody: whoever reads there has not shown yet that it is theirs. */
export function confirmEmailMail(facts: {
  brandName: string
  token: string
  publicUrl: string
}): MailTemplate {
  return {
    subject: `Confirm your new address for ${facts.brandName}`,
    greeting: 'Hello,',
    paragraphs: [
      `Somebody asked us to use this address for an account at ${facts.brandName}. This link works only once, within ${emailLinkLifetimeInHours} hours:`,
    ],
    button: {
      label: 'Use this address',
      url: `${facts.publicUrl}${peoplePaths.confirmEmail}?token=${facts.token}`,
    },
    closing: 'If you did not ask for this, please ignore this mail and do not pass it on.',
  }
}

/** To the old address, which may agree, refuse, or let a day pass. */
export function oldAddressMail(facts: {
  brandName: string
  name: string
  newEmail: string
  token: string
  publicUrl: string
}): MailTemplate {
  return {
    subject: 'Is the address of your account to change?',
    greeting: `Hello ${facts.name},`,
    paragraphs: [
      `Our support was asked to change the address of your account at ${facts.brandName} to ${facts.newEmail}. If you asked for it, you can agree now; if you say nothing, it changes in a day, once the new address is confirmed.`,
      'If you did not ask for this, please say no on the same page: your account then stays as it is.',
    ],
    button: {
      label: 'Say yes or no',
      url: `${facts.publicUrl}${peoplePaths.answerEmail}?token=${facts.token}`,
    },
  }
}

/** To the old address, once the new one is in use. */
export function emailChangedMail(facts: { name: string; newEmail: string }): MailTemplate {
  return {
    subject: 'The address of your account was changed',
    greeting: `Hello ${facts.name},`,
    paragraphs: [
      `Your account now uses the address ${facts.newEmail}, and every device was logged out.`,
      'If you did not ask for this, please write to us at once.',
    ],
  }
}

/** To whom it was issued, after staff put the name on it right. */
export function certificateReissuedMail(facts: {
  printedName: string
  courseTitle: string
  id: string
  oldId: string
  url: string
}): MailTemplate {
  return {
    subject: `Your certificate for ${facts.courseTitle} was issued again`,
    greeting: `Hello ${facts.printedName},`,
    paragraphs: [
      `The name on your certificate for “${facts.courseTitle}” was put right: it now says ${facts.printedName}. Its number is ${facts.id}. Whoever looks up the old number, ${facts.oldId}, is shown the new certificate.`,
      'You find the new PDF in your account.',
    ],
    button: { label: 'See the certificate', url: facts.url },
    closing: 'If you did not ask for this, please write to us.',
  }
}
