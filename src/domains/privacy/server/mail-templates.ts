import type { MailTemplate } from '../../../integrations/mail/render-mail.ts'
import { formatDateTime } from '../../../shared/format-date.ts'
import { languagePath } from '../../../shared/i18n/language.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { privacyPaths } from '../privacy-paths.ts'

/** To whom a copy of their data is ready. No link to the file: it is fetched by who is logged in. */
export function exportReadyMail(facts: { name: string; publicUrl: string }): MailTemplate {
  return {
    subject: t('The copy of your data is ready'),
    greeting: t('Hello {name},', { name: facts.name }),
    paragraphs: [
      t(
        'You asked for a copy of all that we keep about you. Log in and save it from “Your data” in My Account. The file is there for a week.',
      ),
    ],
    button: { label: t('Save my data'), url: facts.publicUrl + languagePath(privacyPaths.myData) },
    closing: t('If you did not ask for this, please change your password and write to us.'),
  }
}

/** To who wants to be forgotten and has no password. */
export function erasureCodeMail(facts: { name: string; code: string }): MailTemplate {
  return {
    subject: t('Your code for deleting your account'),
    greeting: t('Hello {name},', { name: facts.name }),
    paragraphs: [
      t('Enter this code in My Account to have your account deleted. It is good for one hour:'),
    ],
    code: facts.code,
    closing: t('If you did not ask for this, please ignore this mail and do not pass it on.'),
  }
}

/** At once, with the way back. */
export function erasureRequestedMail(facts: {
  brandName: string
  name: string
  dueAt: Date
  token: string
  publicUrl: string
}): MailTemplate {
  return {
    subject: t('Your account is going to be deleted'),
    greeting: t('Hello {name},', { name: facts.name }),
    paragraphs: [
      t(
        'You asked us to delete your account at {academy}. We do so after {day}. Until then nothing changes, and you can take it back: by this link, or in My Account.',
        { academy: facts.brandName, day: formatDateTime(facts.dueAt) },
      ),
      t('Afterwards your courses, your progress and your purchases can not be brought back.'),
    ],
    button: {
      label: t('Keep my account'),
      url: `${facts.publicUrl}${languagePath(privacyPaths.keepAccount)}?token=${facts.token}`,
    },
    closing: t(
      'If you did not ask for this, keep your account by this link and change your password.',
    ),
  }
}

export function erasureCancelledMail(facts: { name: string }): MailTemplate {
  return {
    subject: t('Your account stays'),
    greeting: t('Hello {name},', { name: facts.name }),
    paragraphs: [t('Your account is not going to be deleted. Everything stays as it is.')],
  }
}

/** The last one: it goes with all others as soon as it was sent. */
export function erasedMail(facts: { brandName: string; name: string }): MailTemplate {
  return {
    subject: t('Your account is deleted'),
    greeting: t('Hello {name},', { name: facts.name }),
    paragraphs: [
      t(
        'As you asked, your account at {academy} is deleted now, and your name and address with it. What the law wants kept, such as invoices, stays for as long as it says. This is our last mail to you.',
        { academy: facts.brandName },
      ),
    ],
  }
}
