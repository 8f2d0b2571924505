import type { MailTemplate } from '../../../integrations/mail/render-mail.ts'
import { paths } from '../../../paths.ts'
import { languagePath } from '../../../shared/i18n/language.ts'
import { t } from '../../../shared/i18n/translate.ts'
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
    subject: t('Confirm your new address for {academy}', { academy: facts.brandName }),
    greeting: t('Hello,'),
    paragraphs: [
      t(
        'Somebody asked us to use this address for an account at {academy}. This link works only once, within {hours, plural, one {# hour} other {# hours}}:',
        { academy: facts.brandName, hours: emailLinkLifetimeInHours },
      ),
    ],
    button: {
      label: t('Use this address'),
      url: `${facts.publicUrl}${languagePath(learnerPaths.confirmEmail)}?token=${facts.token}`,
    },
    closing: t('If you did not ask for this, please ignore this mail and do not pass it on.'),
  }
}

/** To the old address, which may agree, refuse, or let a day pass. */
export function oldAddressMail(facts: {
  brandName: string
  name: string
  newEmail: string
  /** Asked for in the account itself, not by support. */
  isOwnWish: boolean
  token: string
  publicUrl: string
}): MailTemplate {
  return {
    subject: t('Is the address of your account to change?'),
    greeting: t('Hello {name},', { name: facts.name }),
    paragraphs: [
      facts.isOwnWish
        ? t(
            'Somebody who is logged in to your account at {academy} asked to change its address to {newEmail}. If it was you, you can agree now; if you say nothing, it changes in a day, once the new address is confirmed.',
            { academy: facts.brandName, newEmail: facts.newEmail },
          )
        : t(
            'Our support was asked to change the address of your account at {academy} to {newEmail}. If you asked for it, you can agree now; if you say nothing, it changes in a day, once the new address is confirmed.',
            { academy: facts.brandName, newEmail: facts.newEmail },
          ),
      facts.isOwnWish
        ? t(
            'If it was not you, please say no on the same page: your account is then locked until you choose a new password.',
          )
        : t(
            'If you did not ask for this, please say no on the same page: your account then stays as it is.',
          ),
    ],
    button: {
      label: t('Say yes or no'),
      url: `${facts.publicUrl}${languagePath(learnerPaths.answerEmail)}?token=${facts.token}`,
    },
  }
}

/** To the old address, once the new one is in use. */
export function emailChangedMail(facts: {
  name: string
  newEmail: string
  hadGoogle: boolean
}): MailTemplate {
  return {
    subject: t('The address of your account was changed'),
    greeting: t('Hello {name},', { name: facts.name }),
    paragraphs: [
      t('Your account now uses the address {newEmail}, and every device was logged out.', {
        newEmail: facts.newEmail,
      }),
      ...(facts.hadGoogle
        ? [
            t(
              'Your Google account no longer leads to it: log in with the new address, and add Google again in My Account.',
            ),
          ]
        : []),
      t('If you did not ask for this, please write to us at once.'),
    ],
  }
}

/** To whom it was issued, after staff put the name on it right. */
export function certificateReissuedMail(facts: {
  printedName: string
  courseTitle: string
  id: string
  oldId: string
  publicUrl: string
}): MailTemplate {
  return {
    subject: t('Your certificate for {course} was issued again', { course: facts.courseTitle }),
    greeting: t('Hello {name},', { name: facts.printedName }),
    paragraphs: [
      t(
        'The name on your certificate for “{course}” was put right: it now says {printedName}. Its number is {id}. Whoever looks up the old number, {oldId}, is shown the new certificate.',
        {
          course: facts.courseTitle,
          printedName: facts.printedName,
          id: facts.id,
          oldId: facts.oldId,
        },
      ),
      t('You find the new PDF in your account.'),
    ],
    button: {
      label: t('See the certificate'),
      url: facts.publicUrl + languagePath(paths.verify(facts.id)),
    },
    closing: t('If you did not ask for this, please write to us.'),
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
    subject: t('Your code for joining your two accounts'),
    greeting: t('Hello {name},', { name: facts.name }),
    paragraphs: [
      t(
        'We were asked to join the account of {otherEmail} at {academy} to this one. If these are both yours, enter this code in My Account, together with the one that we mailed to {otherEmail}:',
        { otherEmail: facts.otherEmail, academy: facts.brandName },
      ),
    ],
    code: facts.code,
    button: { label: t('Enter both codes'), url: joinUrl(facts) },
    closing: t(
      'The code is valid for {hours, plural, one {# hour} other {# hours}}. If no mail comes to {otherEmail}, that address has no account here. If you did not ask for this, please ignore this mail and give the code to nobody.',
      { hours: joinCodeLifetimeInHours, otherEmail: facts.otherEmail },
    ),
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
    subject: t('Are these two accounts both yours?'),
    greeting: t('Hello {name},', { name: facts.name }),
    paragraphs: [
      t(
        'We were asked to join this account at {academy} to the account of {keptEmail}: its courses, payments and certificates would move there, and this account would end.',
        { academy: facts.brandName, keptEmail: facts.keptEmail },
      ),
      t(
        'If {keptEmail} is you as well, log in there and enter this code in My Account, together with the one that we mailed to that address:',
        { keptEmail: facts.keptEmail },
      ),
    ],
    code: facts.code,
    button: { label: t('Enter both codes'), url: joinUrl(facts) },
    closing: t(
      'The code is valid for {hours, plural, one {# hour} other {# hours}}. If {keptEmail} is somebody else, please ignore this mail and give the code to nobody, not even to us: whoever has it could take your courses.',
      { hours: joinCodeLifetimeInHours, keptEmail: facts.keptEmail },
    ),
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
    subject: t('Your two accounts are one now'),
    greeting: t('Hello {name},', { name: facts.name }),
    paragraphs: [
      t(
        'The account of {email} was joined to the account of {keptEmail}. Courses, payments, progress and certificates of both are there now. Receipts and certificates keep their names and numbers.',
        { email: facts.email, keptEmail: facts.keptEmail },
      ),
      t('From now on please log in with {keptEmail}. The account of {email} has ended.', {
        keptEmail: facts.keptEmail,
        email: facts.email,
      }),
    ],
    button: { label: t('Log in'), url: `${facts.publicUrl}${languagePath(paths.login)}` },
    closing: t('If you did not do this, please write to us at once.'),
  }
}

function joinUrl({ publicUrl }: { publicUrl: string }): string {
  return `${publicUrl}${languagePath(paths.myCourses)}?tab=details`
}
