import type { MailTemplate } from '../../../integrations/mail/render-mail.ts'
import { paths } from '../../../paths.ts'
import { languagePath } from '../../../shared/i18n/language.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { notMe } from './security/mail-templates.ts'

/** Names nobody: whoever typed the name has not shown yet that the address is theirs. */
export function verificationMail(facts: { code: string; brandName: string }): MailTemplate {
  return {
    subject: t('Your verification code for {academy}', { academy: facts.brandName }),
    greeting: t('Hello,'),
    paragraphs: [t('Enter this code on the sign-up page to open your account:')],
    code: facts.code,
    closing: t(
      'The code is valid for 15 minutes, only in the browser where you signed up. If you did not sign up, please ignore this mail and do not share the code.',
    ),
  }
}

export function accountExistsMail(facts: { brandName: string; publicUrl: string }): MailTemplate {
  return {
    subject: t('You already have an account at {academy}', { academy: facts.brandName }),
    greeting: t('Hello,'),
    paragraphs: [
      t(
        'Somebody, probably you, just tried to sign up with this address. An account with it already exists.',
      ),
      t('You can log in with your password, or reset it if you have forgotten it.'),
    ],
    button: { label: t('Log in'), url: `${facts.publicUrl}${languagePath(paths.login)}` },
    closing: t('If this was not you, you need not do anything: your account has not changed.'),
  }
}

export function resetMail(facts: { name: string; token: string; publicUrl: string }): MailTemplate {
  return {
    subject: t('Choose a new password'),
    greeting: t('Hello {name},', { name: facts.name }),
    paragraphs: [t('You asked for a new password. This link works only once, within 30 minutes:')],
    button: {
      label: t('Choose a new password'),
      url: `${facts.publicUrl}${languagePath(paths.resetPassword)}?token=${facts.token}`,
    },
    closing: t(
      'If you did not ask for this, please ignore this mail: your password has not changed.',
    ),
  }
}

export function passwordChangedMail(facts: {
  name: string
  /** Changed on a device where the person was logged in already. */
  isThisDeviceKept?: boolean
  token: string
  publicUrl: string
}): MailTemplate {
  return {
    subject: t('Your password was changed'),
    greeting: t('Hello {name},', { name: facts.name }),
    paragraphs: [
      facts.isThisDeviceKept
        ? t('Your password was changed just now, and every other device was logged out.')
        : t('Your password was changed just now, and every device was logged out.'),
    ],
    ...notMe(facts),
  }
}
