import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import type { CurrentUser } from './current-user.ts'
import {
  type AnswerOf,
  type BodyOf,
  type Endpoint,
  methodOf,
  type ParamsOf,
  pathOf,
  type QueryOf,
} from './endpoint.ts'
import { layOutJson, sendReady } from './pages/send-packed.ts'
import { ProblemError, problemDocument } from './problem.ts'
import type { Reading } from './reading.ts'

type CurrentUserOf<E> = E extends { access: 'anyone' } ? undefined : CurrentUser

export interface Asked<E> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** Undefined on endpoints open to anyone: those must say what an unknown caller gets. */
  caller: CurrentUserOf<E>
  /** Who asks, if a valid token came along. For endpoints open to anyone. */
  findCurrentUser: () => Promise<CurrentUser | null>
  /** The same, with something read along. */
  findCurrentUserAnd: <Found>(
    reading: Reading<Found>,
  ) => Promise<{ caller: CurrentUser; found: Found } | null>
  /** The caller's address, as far as the proxies in front are trusted. */
  ip: string
  request: FastifyRequest
  reply: FastifyReply
}

/** An answer that is JSON already, made from the contract's own type. */
export class ReadyJson {
  readonly json: string | Buffer

  constructor(json: string | Buffer) {
    this.json = json
  }
}

/** What an endpoint promises; or made of it already; or the reply itself, sent. */
type Answer<E> = AnswerOf<E> | ReadyJson | FastifyReply

/**
 * Answers from what this process remembers of a session, before the database is asked who it is;
 * undefined: the usual way. It must itself make sure that the session holds and may do this.
 */
export type Shortcut<E> = (
  asked: Pick<Asked<E>, 'params' | 'body'> & { sessionHash: Buffer },
) => Promise<Answer<E> | undefined> | Answer<E> | undefined

/** Answers an endpoint. What is returned is validated and serialised by the contract. */
export interface Serve {
  <E extends Endpoint>(
    endpoint: E,
    answer: (asked: Asked<E>) => Promise<Answer<E>>,
    limits?: { bodyInBytes?: number },
  ): void
  /** The same for a signed-in caller, with something read along with the session. */
  reading<E extends Endpoint & { access: 'learner' | 'admin' }, Found>(
    endpoint: E,
    reading: Reading<Found>,
    answer: (asked: Asked<E> & { found: Found }) => Promise<Answer<E>>,
    shortcut?: Shortcut<E>,
  ): void
}

/** Turns a request's token into a person, if there is one; knows the database. */
export interface Identify {
  /** Null without a token that could be one. */
  readSessionHash: (request: Pick<FastifyRequest, 'headers'>) => Buffer | null
  findCurrentUser: (request: FastifyRequest) => Promise<CurrentUser | null>
  findCurrentUserAnd: <Found>(
    request: FastifyRequest,
    reading: Reading<Found>,
  ) => Promise<{ caller: CurrentUser; found: Found } | null>
}

/** Binds `serve` to a server. */
export function createServe(app: FastifyInstance, identify: Identify): Serve {
  const { findCurrentUser } = identify
  const serve: Serve = (endpoint, answer, limits) => {
    addRoute(app, endpoint, limits, async (request, reply) => {
      const caller =
        endpoint.access === 'anyone' ? undefined : admit(endpoint, await findCurrentUser(request))
      const asked = describeAsked<typeof endpoint>(identify, request, reply, caller)
      return send(request, reply, await answer(asked))
    })
  }
  serve.reading = (endpoint, reading, answer, shortcut) => {
    addRoute(app, endpoint, undefined, async (request, reply) => {
      const sessionHash = shortcut ? identify.readSessionHash(request) : null
      if (shortcut && sessionHash) {
        const { params, body } = describeAsked<typeof endpoint>(identify, request, reply, undefined)
        const quick = await shortcut({ sessionHash, params, body })
        if (quick !== undefined) return send(request, reply, quick)
      }
      const known = await identify.findCurrentUserAnd(request, reading)
      const caller = admit(endpoint, known?.caller ?? null)
      if (!known) return undefined // admit has refused
      const asked = describeAsked<typeof endpoint>(identify, request, reply, caller)
      return send(request, reply, await answer({ ...asked, found: known.found }))
    })
  }
  return serve
}

function addRoute(
  app: FastifyInstance,
  endpoint: Endpoint,
  limits: { bodyInBytes?: number } | undefined,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  app.route({
    method: methodOf(endpoint.route),
    url: pathOf(endpoint.route),
    schema: schemaOf(endpoint),
    ...(limits?.bodyInBytes !== undefined && { bodyLimit: limits.bodyInBytes }),
    handler,
  })
}

function describeAsked<E extends Endpoint>(
  identify: Identify,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: CurrentUser | undefined,
): Asked<E> {
  return {
    // The validator has parsed these three by the endpoint's own schemas.
    params: request.params as ParamsOf<E>,
    query: request.query as QueryOf<E>,
    body: request.body as BodyOf<E>,
    caller: caller as CurrentUserOf<E>, // undefined exactly where access is 'anyone'
    findCurrentUser: () => identify.findCurrentUser(request),
    findCurrentUserAnd: (reading) => identify.findCurrentUserAnd(request, reading),
    ip: request.ip,
    request,
    reply,
  }
}

function admit(endpoint: Endpoint, caller: CurrentUser | null): CurrentUser {
  if (caller === null) throw new ProblemError('not_signed_in')
  if (endpoint.access === 'admin' && !caller.isAdmin) throw new ProblemError('not_allowed')
  return caller
}

/** JSON that is there already goes past the serialiser and the hooks of sending, headers included. */
function send(request: FastifyRequest, reply: FastifyReply, answer: unknown): unknown {
  if (!(answer instanceof ReadyJson)) return answer
  return sendReady(request, reply, layOutJson(answer.json))
}

function schemaOf(endpoint: Endpoint): Record<string, unknown> {
  const responses: Record<string, z.ZodType> = { 200: endpoint.answer, default: problemDocument }
  return {
    summary: endpoint.summary,
    tags: [endpoint.route.split('/')[1]],
    ...(endpoint.access !== 'anyone' && { security: [{ bearer: [] }] }),
    ...(endpoint.params && { params: endpoint.params }),
    ...(endpoint.query && { querystring: endpoint.query }),
    ...(endpoint.body && { body: endpoint.body }),
    response: responses,
  }
}
