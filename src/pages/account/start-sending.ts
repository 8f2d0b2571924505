import { keepSending } from '../../domains/learning/web/classroom/keep-sending.ts'
import type { KeptListPrefix } from '../../domains/learning/web/offline/kept-lesson.ts'
import { keepSendingNotes } from '../../domains/notes/web/learner-notes.ts'

// Every page's own script loads this when something waits: to name the calls there costs them all.
keepSending()
keepSendingNotes()
const kept: KeptListPrefix = 'kept-lessons:'
if (Object.keys(localStorage).join().includes(kept)) {
  // A network that loses it has lost nothing: the next page tries again.
  import('../../domains/learning/web/offline/keep-confirming.ts').then(
    ({ keepConfirming }) => keepConfirming(),
    () => undefined,
  )
}
