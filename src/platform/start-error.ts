/** The database cannot be started, for a reason that the operator can mend: the message is for a person to read. */
export class StartError extends Error {}
