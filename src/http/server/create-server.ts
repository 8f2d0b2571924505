import { type ParsedUrlQuery, parse } from 'node:querystring'
import fastifySwagger from '@fastify/swagger'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import {
  createSerializerCompiler,
  jsonSchemaTransform,
  jsonSchemaTransformObject,
  validatorCompiler,
} from 'fastify-type-provider-zod'
import type { Languages } from '../../platform/languages/open-languages.ts'
import type { Settings } from '../../platform/settings.ts'
import { trustOption } from '../../platform/trust-proxy.ts'
import { ProblemError } from '../problem.ts'
import { useValidationMessages } from '../validation-messages.ts'
import { answerInLanguage } from './answer-in-language.ts'
import type { MemoryResponder } from './memory-responder.ts'
import { transportSecurity } from './pages/page-headers.ts'
import { parseJsonOnly } from './parse-json.ts'
import { respondWithProblems, sendProblem } from './respond-with-problems.ts'
import { usualBodyInBytes } from './serve.ts'

interface ServerOptions {
  settings: Pick<Settings, 'trustProxy' | 'brand' | 'publicUrl'>
  languages: Languages
  log: FastifyBaseLogger
  memoryResponder: Pick<MemoryResponder, 'serverFactory'>
}

/** What says nothing where it is empty: `?search=&cursor=&limit=` is the first page, `?from=&to=` all days. */
const nothingIfEmpty = new Set(['cursor', 'limit', 'from', 'to'])

function parseQuery(text: string): ParsedUrlQuery {
  const all = Object.entries(parse(text))
  return Object.fromEntries(
    all.filter(([name, value]) => value !== '' || !nothingIfEmpty.has(name)),
  )
}

/** So that an address that cannot be decoded, such as `/course/100%`, is one where no page is. */
function readAsTyped({ url = '/' }: { url?: string | undefined }): string {
  if (!url.includes('%') || url.startsWith('/api/')) return url
  const [path = ''] = url.split('?', 1)
  try {
    decodeURI(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length)
  }
}

/** A server without a route: how it reads, checks, answers and describes calls. */
export async function createServer({
  settings,
  languages,
  log,
  memoryResponder,
}: ServerOptions): Promise<FastifyInstance> {
  useValidationMessages()
  const app: FastifyInstance = fastify({
    serverFactory: memoryResponder.serverFactory,
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustOption(settings.trustProxy),
    bodyLimit: usualBodyInBytes,
    requestTimeout: 30_000,
    forceCloseConnections: 'idle',
    // Wider than any contract allows: too long an id is bad input, not an unknown address.
    routerOptions: { maxParamLength: 10_000, querystringParser: parseQuery },
    return503OnClosing: false,
    rewriteUrl: readAsTyped,
    // A call whose address cannot be decoded never reaches a route.
    frameworkErrors: (_error, _request, reply) => {
      sendProblem(reply, new ProblemError('not_found'))
    },
  })
  parseJsonOnly(app)
  answerInLanguage(app, languages)
  respondWithProblems(app)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(createSerializerCompiler())
  const onEachAnswer = {
    'x-content-type-options': 'nosniff',
    ...transportSecurity(settings.publicUrl ?? ''),
  }
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.headers(onEachAnswer)
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) {
      reply.header('cache-control', 'no-store')
    }
    done(null, payload)
  })
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${settings.brand.name} API`, version: '1.0.0' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
  return app
}
