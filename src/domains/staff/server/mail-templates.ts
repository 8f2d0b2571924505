import type { Role } from '../../../http/rights.ts'
import type { MailTemplate } from '../../../integrations/mail/render-mail.ts'
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
    subject: `You are invited to work at ${facts.brandName}`,
    greeting: 'Hello,',
    paragraphs: [
      `${facts.inviterName} invites you to help run ${facts.brandName}. Your role would be: ${roleNames[facts.role].label} (${roleNames[facts.role].may}).`,
      'This link works only once, within 7 days:',
    ],
    button: {
      label: 'See the invitation',
      url: `${facts.publicUrl}${staffPaths.invitation}?token=${facts.token}`,
    },
    closing:
      'If you do not know what this is about, please ignore this mail. Do not pass it on: whoever opens the link can accept it.',
  }
}
