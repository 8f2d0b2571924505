import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { ServerBuild } from 'react-router'
import type { TranslatedScripts } from '../../../shared/i18n/language.ts'
import type { PageHandler } from '../../page-handler.ts'
import { handlerIn } from './pages.ts'

/** Pages from the sources, reloaded as they change. */
export interface DevelopmentPages {
  /** True when the bundler answered: a module, a picture, a font. */
  answerFile: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>
  /** Tells open pages of changes through the academy's own server: they find it again when it starts anew. */
  tellThrough: (server: Server) => void
  loadPages: (languages: TranslatedScripts) => Promise<PageHandler>
  close: () => Promise<void>
}

/** Starts the bundler inside this process. Only `npm run dev` asks for it. */
export async function openDevelopmentPages(): Promise<DevelopmentPages> {
  const { createServer } = await import('vite')
  // Never listens: the academy's server, which comes later, hands on what it is asked.
  const upgrades = createHttpServer()
  const ours = process.listeners('SIGTERM')
  const vite = await createServer({
    server: { middlewareMode: true, ws: { server: upgrades } },
    appType: 'custom',
  })
  // The bundler would end us at once, and leave the database running: we close it ourselves.
  const theirs = process.listeners('SIGTERM').filter((listener) => !ours.includes(listener))
  for (const listener of theirs) process.off('SIGTERM', listener)
  return {
    answerFile: async (request, response) =>
      new Promise((resolve, reject) => {
        response.once('close', () => resolve(true))
        vite.middlewares(request, response, (error: unknown) => {
          if (error instanceof Error) reject(error)
          else resolve(false)
        })
      }),
    tellThrough: (server) => {
      server.on('upgrade', (...asked) => upgrades.emit('upgrade', ...asked))
    },
    loadPages: async (languages) => {
      const build = await vite.ssrLoadModule('virtual:react-router/server-build')
      return handlerIn(build as unknown as ServerBuild, 'development', languages)
    },
    close: () => vite.close(),
  }
}
