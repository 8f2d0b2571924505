import type { MailTemplate } from '../../../integrations/mail/render-mail.ts'
import { paths } from '../../../paths.ts'
import { languagePath } from '../../../shared/i18n/language.ts'
import { t } from '../../../shared/i18n/translate.ts'

const notYou = () => t('If you did not do this, please write to us at once.')

/** To the learner, whenever it was changed whom they have named. */
export function nomineeMail(facts: { name: string; nomineeName: string | null }): MailTemplate {
  return {
    subject: t('Who may act for you was changed'),
    greeting: t('Hello {name},', { name: facts.name }),
    paragraphs: [
      facts.nomineeName === null
        ? t('You have named nobody any more who may act for you.')
        : t('You have named {nominee}, who may act for you if you die or cannot act yourself.', {
            nominee: facts.nomineeName,
          }),
    ],
    closing: notYou(),
  }
}

/** To the parent. */
export function childAddedMail(facts: {
  name: string
  childName: string
  login: string
  publicUrl: string
}): MailTemplate {
  return {
    subject: t('The account of {child} is open', { child: facts.childName }),
    greeting: t('Hello {name},', { name: facts.name }),
    paragraphs: [
      t(
        'You have opened an account for {child} and consented to it as the parent. {child} logs in with {login} and the password that you chose. Mails to that account come to you.',
        { child: facts.childName, login: facts.login },
      ),
      t('You can withdraw your consent at any time in My Account, under “Your data”.'),
    ],
    button: { label: t('Log in'), url: `${facts.publicUrl}${languagePath(paths.login)}` },
    closing: notYou(),
  }
}

/** To the parent. */
export function consentWithdrawnMail(facts: { name: string; childName: string }): MailTemplate {
  return {
    subject: t('The account of {child} is closed', { child: facts.childName }),
    greeting: t('Hello {name},', { name: facts.name }),
    paragraphs: [
      t(
        'You have withdrawn your consent, so {child} is logged out and cannot log in any more. What the account holds is put up for erasure.',
        { child: facts.childName },
      ),
    ],
    closing: notYou(),
  }
}
