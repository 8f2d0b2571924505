import type { FastifyInstance, FastifyRequest } from 'fastify'
import { chooseLanguage, type Languages } from '../../platform/languages/open-languages.ts'
import { runInLanguage } from '../../platform/languages/run-in-language.ts'
import type { ReadingLanguage } from '../../shared/i18n/language.ts'

const wanted = new WeakMap<FastifyRequest, ReadingLanguage>()

/** Lets calls say what they say to people in the language that `Accept-Language` asks for. */
export function answerInLanguage(app: FastifyInstance, languages: Languages): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const language = chooseLanguage(languages, request.headers['accept-language'])
    if (language) wanted.set(request, language)
    done()
  })
  // Once the body has come: what its reading calls back has forgotten who asked.
  app.addHook('preValidation', (request, _reply, done) => {
    const language = wanted.get(request)
    if (language) runInLanguage(language, done)
    else done()
  })
}

/** Undefined: English. */
export function languageOf(request: FastifyRequest): ReadingLanguage | undefined {
  return wanted.get(request)
}
