import type { MailTemplate } from '../../../integrations/mail/render-mail.ts'
import { paths } from '../../../paths.ts'
import { learnerPaths } from '../learner-paths.ts'

export const emailLinkLifetimeInHours = 24
export const joinCodeLifetimeInHours = 24

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
      url: `${facts.publicUrl}${learnerPaths.confirmEmail}?token=${facts.token}`,
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
      url: `${facts.publicUrl}${learnerPaths.answerEmail}?token=${facts.token}`,
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

/** To the address of the account that stays. */
export function joinCodeMail(facts: {
  brandName: string
  name: string
  otherEmail: string
  code: string
  publicUrl: string
}): MailTemplate {
  return {
    subject: 'Your code for joining your two accounts',
    greeting: `Hello ${facts.name},`,
    paragraphs: [
      `We were asked to join the account of ${facts.otherEmail} at ${facts.brandName} to this one. If these are both yours, enter this code in My Account, together with the one that we mailed to ${facts.otherEmail}:`,
    ],
    code: facts.code,
    button: { label: 'Enter both codes', url: joinUrl(facts) },
    closing: `The code is valid for ${joinCodeLifetimeInHours} hours. If no mail comes to ${facts.otherEmail}, that address has no account here. If you did not ask for this, please ignore this mail and give the code to nobody.`,
  }
}

/** To the address of the account that is to go. Whoever gets this code and is not them takes the account. */
export function joinOtherCodeMail(facts: {
  brandName: string
  name: string
  keptEmail: string
  code: string
  publicUrl: string
}): MailTemplate {
  return {
    subject: 'Are these two accounts both yours?',
    greeting: `Hello ${facts.name},`,
    paragraphs: [
      `We were asked to join this account at ${facts.brandName} to the account of ${facts.keptEmail}: its courses, payments and certificates would move there, and this account would end.`,
      `If ${facts.keptEmail} is you as well, log in there and enter this code in My Account, together with the one that we mailed to that address:`,
    ],
    code: facts.code,
    button: { label: 'Enter both codes', url: joinUrl(facts) },
    closing: `The code is valid for ${joinCodeLifetimeInHours} hours. If ${facts.keptEmail} is somebody else, please ignore this mail and give the code to nobody, not even to us: whoever has it could take your courses.`,
  }
}

/** To both addresses. */
export function joinedMail(facts: {
  name: string
  /** Of the account that is gone. */
  email: string
  keptEmail: string
  publicUrl: string
}): MailTemplate {
  return {
    subject: 'Your two accounts are one now',
    greeting: `Hello ${facts.name},`,
    paragraphs: [
      `The account of ${facts.email} was joined to the account of ${facts.keptEmail}. Courses, payments, progress and certificates of both are there now. Receipts and certificates keep their names and numbers.`,
      `From now on please log in with ${facts.keptEmail}. The account of ${facts.email} has ended.`,
    ],
    button: { label: 'Log in', url: `${facts.publicUrl}${paths.login}` },
    closing: 'If you did not do this, please write to us at once.',
  }
}

function joinUrl({ publicUrl }: { publicUrl: string }): string {
  return `${publicUrl}${paths.myCourses}?tab=details`
}
