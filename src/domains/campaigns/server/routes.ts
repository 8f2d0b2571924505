import type { Serve } from '../../../http/server/serve.ts'
import * as letters from '../contract.ts'
import { changeSettings, readSettings } from './change-settings.ts'
import type { LetterDependencies } from './dependencies.ts'
import { readLetter } from './describe-letter.ts'
import { listLetterTroubles } from './list-letter-troubles.ts'
import { listLetters } from './list-letters.ts'
import { changeLetter, createLetter, deleteLetter } from './save-letter.ts'
import { cancelLetter, scheduleLetter } from './schedule-letter.ts'
import { countReaders, mailTest, previewLetter } from './show-letter.ts'

export function lettersRoutes(serve: Serve, deps: LetterDependencies): void {
  const { db } = deps

  serve(letters.listLetters, ({ query }) => listLetters(db, query))
  serve(letters.listLetterTroubles, () => listLetterTroubles(db))
  serve(letters.createLetter, ({ body, audit }) => createLetter(db, body, audit))
  serve(letters.getLetter, ({ params }) => readLetter(db, params.id))
  serve(letters.changeLetter, ({ params, body, audit }) =>
    changeLetter(db, { ...body, id: params.id }, audit),
  )
  serve(letters.deleteLetter, async ({ params, audit }) => {
    await deleteLetter(db, params.id, audit)
    return { message: 'The draft is deleted.' }
  })
  serve(letters.previewLetter, ({ params, caller }) => previewLetter(deps, params.id, caller))
  serve(letters.countReaders, ({ params }) => countReaders(deps, params.id))
  serve(letters.testLetter, async ({ params, caller }) => {
    await mailTest(deps, params.id, caller)
    return { message: `A test is on its way to ${caller.email}.` }
  })
  serve(letters.sendLetter, ({ params: { id }, body: { revision, send_at: at }, audit }) => {
    const sendAt = typeof at === 'string' ? new Date(at) : null
    return scheduleLetter(db, { id, revision, sendAt }, audit)
  })
  serve(letters.cancelLetter, ({ params, audit }) => cancelLetter(db, params.id, audit))

  serve(letters.getLetterSettings, () => readSettings(db))
  serve(letters.saveLetterSettings, ({ body, audit }) => changeSettings(db, body, audit))
}
