import type { Role } from '../../../http/rights.ts'
import type { MailTemplate } from '../../../integrations/mail/render-mail.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { roleNames } from '../role-names.ts'
import { staffPaths } from './staff-paths.ts'

/** Reads the same whether or not the address has an account. */
export function invitationMail(facts: {
  inviterName: string
  brandName: string
  role: Role
  token: string
  publicUrl: string
}): MailTemplate {
  return {
    subject: t('You are invited to work at {academy}', { academy: facts.brandName }),
    greeting: t('Hello,'),
    paragraphs: [
      t('{name} invites you to help run {academy}. Your role would be: {role} ({rights}).', {
        name: facts.inviterName,
        academy: facts.brandName,
        role: t(roleNames[facts.role].label),
        rights: t(roleNames[facts.role].may),
      }),
      t('This link works only once, within 7 days:'),
    ],
    button: {
      label: t('See the invitation'),
      url: `${facts.publicUrl}${staffPaths.invitation}?token=${facts.token}`,
    },
    closing: t(
      'If you do not know what this is about, please ignore this mail. Do not pass it on: whoever opens the link can accept it.',
    ),
  }
}
