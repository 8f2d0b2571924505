/** Where somebody said yes or no to mails. */
export const consentSources = ['sign_up', 'account', 'mail', 'parent'] as const
export type ConsentSource = (typeof consentSources)[number]
