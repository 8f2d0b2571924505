import type { Serve } from '../http/serve.ts'
import { changeSettings, readSettings } from './change-settings.ts'
import {
  cancelLetter as cancelLetterEndpoint,
  changeLetter as changeLetterEndpoint,
  countReaders as countReadersEndpoint,
  createLetter as createLetterEndpoint,
  deleteLetter as deleteLetterEndpoint,
  getLetter,
  getLetterSettings,
  listLetters as listLettersEndpoint,
  listLetterTroubles as listLetterTroublesEndpoint,
  previewLetter as previewLetterEndpoint,
  saveLetterSettings,
  sendLetter,
  testLetter,
} from './contract.ts'
import type { LetterDependencies } from './dependencies.ts'
import { readLetter } from './describe-letter.ts'
import { listLetterTroubles } from './list-letter-troubles.ts'
import { listLetters } from './list-letters.ts'
import { changeLetter, createLetter, deleteLetter } from './save-letter.ts'
import { cancelLetter, scheduleLetter } from './schedule-letter.ts'
import { countReaders, mailTest, previewLetter } from './show-letter.ts'

export function lettersRoutes(serve: Serve, deps: LetterDependencies): void {
  const { db } = deps

  serve(listLettersEndpoint, ({ query }) => listLetters(db, query))
  serve(listLetterTroublesEndpoint, () => listLetterTroubles(db))
  serve(createLetterEndpoint, ({ body, audit }) => createLetter(db, body, audit))
  serve(getLetter, ({ params }) => readLetter(db, params.id))
  serve(changeLetterEndpoint, ({ params, body, audit }) =>
    changeLetter(db, { ...body, id: params.id }, audit),
  )
  serve(deleteLetterEndpoint, async ({ params, audit }) => {
    await deleteLetter(db, params.id, audit)
    return { message: 'The draft is deleted.' }
  })
  serve(previewLetterEndpoint, ({ params, caller }) => previewLetter(deps, params.id, caller))
  serve(countReadersEndpoint, ({ params }) => countReaders(deps, params.id))
  serve(testLetter, async ({ params, caller }) => {
    await mailTest(deps, params.id, caller)
    return { message: `A test is on its way to ${caller.email}.` }
  })
  serve(sendLetter, ({ params: { id }, body: { revision, send_at: at }, audit }) => {
    const sendAt = typeof at === 'string' ? new Date(at) : null
    return scheduleLetter(db, { id, revision, sendAt }, audit)
  })
  serve(cancelLetterEndpoint, ({ params, audit }) => cancelLetter(db, params.id, audit))

  serve(getLetterSettings, () => readSettings(db))
  serve(saveLetterSettings, ({ body, audit }) => changeSettings(db, body, audit))
}
