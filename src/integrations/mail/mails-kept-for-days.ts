/** What a mail said is kept so long; that it was sent, for ever, if it must not be sent twice. */
export const mailsKeptForDays = 90
