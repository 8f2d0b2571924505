import type { MailTemplate } from '../../../integrations/mail/render-mail.ts'
import { paths } from '../../../paths.ts'

/** Names nobody: whoever typed the name has not shown yet that the address is theirs. */
export function verificationMail(facts: { code: string; brandName: string }): MailTemplate {
  return {
    subject: `Your verification code for ${facts.brandName}`,
    greeting: 'Hello,',
    paragraphs: ['Enter this code on the sign-up page to open your account:'],
    code: facts.code,
    closing:
      'The code is valid for 15 minutes, only in the browser where you signed up. If you did not sign up, please ignore this mail and do not share the code.',
  }
}

export function accountExistsMail(facts: { brandName: string; publicUrl: string }): MailTemplate {
  return {
    subject: `You already have an account at ${facts.brandName}`,
    greeting: 'Hello,',
    paragraphs: [
      'Somebody, probably you, just tried to sign up with this address. An account with it already exists.',
      'You can log in with your password, or reset it if you have forgotten it.',
    ],
    button: { label: 'Log in', url: `${facts.publicUrl}${paths.login}` },
    closing: 'If this was not you, you need not do anything: your account has not changed.',
  }
}

export function resetMail(facts: { name: string; token: string; publicUrl: string }): MailTemplate {
  return {
    subject: 'Choose a new password',
    greeting: `Hello ${facts.name},`,
    paragraphs: ['You asked for a new password. This link works only once, within 30 minutes:'],
    button: {
      label: 'Choose a new password',
      url: `${facts.publicUrl}${paths.resetPassword}?token=${facts.token}`,
    },
    closing: 'If you did not ask for this, please ignore this mail: your password has not changed.',
  }
}

export function passwordChangedMail(facts: {
  name: string
  /** Changed on a device where the person was logged in already. */
  isThisDeviceKept?: boolean
}): MailTemplate {
  const devices = facts.isThisDeviceKept ? 'every other device' : 'every device'
  return {
    subject: 'Your password was changed',
    greeting: `Hello ${facts.name},`,
    paragraphs: [
      `Your password was changed just now, and ${devices} was logged out.`,
      'If this was not you, choose a new password at once and write to us.',
    ],
  }
}
