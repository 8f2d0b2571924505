import { findWaitingMail } from '../../../../integrations/mail/find-waiting-mail.ts'
import { sendTestMail } from '../../../../integrations/mail/send-test-mail.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import type { OperationsDependencies } from '../dependencies.ts'
import type { Check } from './list-checks.ts'
import { markOfSecret } from './mark-of-secret.ts'
import { reasonOf } from './reason-of.ts'

export function checkMail({ db, settings: { mail, brand } }: OperationsDependencies): Check {
  const { smtpUrl, from } = mail
  if (smtpUrl === undefined) {
    return {
      item: 'mail',
      look: async () => ({
        state: 'todo',
        sentence: t(
          'Mails are kept here and reach nobody: name a mail server in the settings (SMTP_URL).',
        ),
      }),
    }
  }
  const { host } = new URL(smtpUrl)
  return {
    item: 'mail',
    trial: {
      subject: `${host} ${from} ${markOfSecret(smtpUrl)}`,
      findTrouble: async () => {
        const reason = await findWaitingMail(db)
        return reason === null
          ? null
          : t('Mails wait for more than an hour: {reason}', { reason: reasonOf(reason) })
      },
      untested: t('No mail was tried yet over {host}: a test sends one to you.', { host }),
      run: async ({ email }) => {
        try {
          const answer = await sendTestMail({ smtpUrl, from }, { to: email, brandName: brand.name })
          return {
            state: 'ok',
            sentence: `${host} took a mail to ${email} and answered “${answer.slice(0, 200)}”. Please see that it came.`,
          }
        } catch (error) {
          return { state: 'failing', sentence: `${host} took no mail: ${reasonOf(error)}` }
        }
      },
    },
  }
}
