import type { MailTemplate } from '../../../../integrations/mail/render-mail.ts'
import { paths } from '../../../../paths.ts'
import { languagePath } from '../../../../shared/i18n/language.ts'
import { msg, t } from '../../../../shared/i18n/translate.ts'
import { notMePath } from '../../security/not-me-path.ts'

/** What happened to an account: the subject, and a sentence in which `{detail}` may stand. */
const accountEvents = {
  new_device: [
    msg('A log-in on a new device'),
    msg('Somebody just logged in to your account: {detail}.'),
  ],
  app_added: [
    msg('A second step was set up'),
    msg(
      'An authenticator app was set up for your account. From now on a log-in by password or Google asks for its code, too.',
    ),
  ],
  app_removed: [
    msg('The second step was taken away'),
    msg(
      'The authenticator app of your account was taken away. A password or Google is enough to log in again.',
    ),
  ],
  recovery_codes_renewed: [
    msg('New recovery codes'),
    msg('New recovery codes were made for your account. The earlier ones do not work any more.'),
  ],
  recovery_code_used: [
    msg('A recovery code was used'),
    msg('One of the recovery codes of your account was used. Codes left: {detail}.'),
  ],
  passkey_added: [
    msg('A passkey was added'),
    msg('The passkey “{detail}” was added to your account. Whoever has it can log in.'),
  ],
  passkey_removed: [
    msg('A passkey was removed'),
    msg('The passkey “{detail}” was removed from your account.'),
  ],
  google_added: [
    msg('Google was added to your account'),
    msg('The Google account {detail} was added to your account. Whoever has it can log in.'),
  ],
  google_removed: [
    msg('Google was taken off your account'),
    msg('Nobody logs in to your account with Google any more.'),
  ],
  second_step_reset: [
    msg('Your second step was taken away'),
    msg(
      'We took the authenticator app and the passkeys off your account, as somebody asked us to.',
    ),
  ],
} as const
export type AccountEvent = keyof typeof accountEvents
export const accountEventNames = Object.keys(accountEvents) as AccountEvent[] // of a constant

interface EventFacts {
  name: string
  detail: string
  token: string
  publicUrl: string
}

export function accountEventMail(event: AccountEvent, facts: EventFacts): MailTemplate {
  const [subject, sentence] = accountEvents[event]
  return {
    subject: t(subject),
    greeting: t('Hello {name},', { name: facts.name }),
    paragraphs: [
      t(sentence, { detail: facts.detail }),
      t('Was it you? Then there is nothing to do.'),
    ],
    ...notMe(facts),
  }
}

/** To whom said that something was not them. */
export function accountLockedMail(
  facts: Omit<EventFacts, 'detail'> & { hadRecoveryCodes: boolean },
): MailTemplate {
  return {
    subject: t('Your account is locked'),
    greeting: t('Hello {name},', { name: facts.name }),
    paragraphs: [
      t(
        'You told us that something in your account was not you. Every device is logged out, and nobody can log in before you choose a new password. This link works only once, within 30 minutes; later you can ask for another on the login page.',
      ),
    ],
    button: {
      label: t('Choose a new password'),
      url: `${facts.publicUrl}${languagePath(paths.resetPassword)}?token=${facts.token}`,
    },
    ...(facts.hadRecoveryCodes && {
      closing: t(
        'Your recovery codes do not work any more. Please make new ones in My Account once you are logged in.',
      ),
    }),
  }
}

/** The button of every mail about an account. */
export function notMe({ token, publicUrl }: Pick<EventFacts, 'token' | 'publicUrl'>) {
  return {
    button: {
      label: t('This was not me'),
      url: `${publicUrl}${languagePath(notMePath)}?token=${token}`,
    },
    closing: t(
      'The button logs every device out and locks your account until you choose a new password. It works for seven days.',
    ),
  }
}
