/** Begins the names of all that waits on this device for the academy. */
export type UnsentPrefix = 'unsent-'

/**
 * Begins the name under which what a learner watched waits on this device; their id follows. A type,
 * because every page looks for it and a type weighs nothing.
 */
export type UnsentKeyPrefix = `${UnsentPrefix}progress:`
