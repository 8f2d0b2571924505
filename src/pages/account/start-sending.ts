import { keepSending } from '../../domains/learning/web/classroom/keep-sending.ts'
import { keepSendingNotes } from '../../domains/notes/web/learner-notes.ts'

// Every page's own script loads this when something waits: to name the calls there costs them all.
keepSending()
keepSendingNotes()
