/** What a letter of the office can be about. */
export const letterLists = ['news', 'courses'] as const

/** What mails that are no answer to anything are about; each can be said no to. */
export const mailLists = [...letterLists, 'reminders', 'lessons'] as const
export type MailList = (typeof mailLists)[number]

/** What somebody says yes or no to. */
export const consentPurposes = [...mailLists, 'push'] as const
export type ConsentPurpose = (typeof consentPurposes)[number]

/** Who says no to the wider one gets none of the narrower either. */
export const partOf: Partial<Record<ConsentPurpose, ConsentPurpose>> = { lessons: 'courses' }
