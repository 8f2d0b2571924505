/** What a letter to many people can be about; each can be said no to. */
export const mailLists = ['news', 'courses'] as const
export type MailList = (typeof mailLists)[number]
