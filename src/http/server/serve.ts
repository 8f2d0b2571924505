import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import {
  type BodyOf,
  type Endpoint,
  methodOf,
  type ParamsOf,
  pathOf,
  type QueryOf,
  type ResponseOf,
} from '../endpoint.ts'
import { ProblemError, problemDocument } from '../problem.ts'
import { hasRight, type Right } from '../rights.ts'
import { type Audit, auditCall, auditProblem, type RecordAuditEvent } from './audit.ts'
import type { CurrentUser } from './current-user.ts'
import { isAccountGone } from './is-account-gone.ts'
import { PreparedResponse, send } from './prepared-response.ts'
import { respondToUnknownCall } from './respond-with-problems.ts'
import { privateKey, type ResponseCache } from './response-cache.ts'
import { onlyCurrentUser, type SessionQuery } from './session-query.ts'
import { StreamedResponse, sendStreamed } from './streamed-response.ts'

/** Open to anyone, a call knows who asks only if it has a query: null without a session that holds. */
type ByAccess<E, Found, Known, Unknown> = E extends { access: 'anyone' }
  ? [Found] extends [undefined]
    ? undefined
    : Unknown
  : Known

export interface RequestContext<E, Found = undefined> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  caller: ByAccess<E, Found, CurrentUser, CurrentUser | null>
  /** What the query read along with the session. */
  found: ByAccess<E, Found, Found, Found | null>
  /** In calls of staff: tells the audit log what the act did, in the transaction of the change. */
  audit: E extends { access: { right: Right } } ? Audit : undefined
  /** The caller's address, as far as the proxies in front are trusted. */
  ip: string
  request: FastifyRequest
  reply: FastifyReply
}

/** What the endpoint promises, validated and serialised by the contract; or prepared from it already. */
export type Handler<E, Found = undefined> = (
  context: RequestContext<E, Found>,
) => Promise<ResponseOf<E> | PreparedResponse | StreamedResponse>

export interface ServeOptions<Found, E = unknown> {
  query?: SessionQuery<Found>
  bodyInBytes?: number
  /**
   * So long a prepared answer that the cache keeps is handed out again to the same session, until something
   * is taken from its person or the answer changes. For what is asked for again and again.
   */
  keptForInMs?: number
  /** Whether a call is one for `stepUp`, where that hangs on what is asked. */
  stepUpIf?: (input: Pick<RequestContext<E>, 'params' | 'query' | 'body'>) => Promise<boolean>
}

/** Answers an endpoint. */
export type Serve = <E extends Endpoint, Found = undefined>(
  endpoint: E,
  handler: Handler<E, Found>,
  options?: ServeOptions<Found, E>,
) => void

/** Turns a request's token into a person, with what a query reads along; null without a session that holds. */
export type Identify = <Found>(
  request: FastifyRequest,
  query: SessionQuery<Found>,
) => Promise<{ caller: CurrentUser; found: Found } | null>

/** As much as most calls take. */
export const usualBodyInBytes = 256 * 1024

/** Binds `serve` to a server. */
export function createServe(
  app: FastifyInstance,
  identify: Identify,
  cache: Pick<ResponseCache, 'find'>,
  recordAuditEvent: RecordAuditEvent,
): Serve {
  /** Requests as the contract wants them, and those whose rights were looked into before their body. */
  const reached = new WeakSet<FastifyRequest>()
  return <E extends Endpoint, Found>(
    endpoint: E,
    handler: Handler<E, Found>,
    { query, bodyInBytes, keptForInMs, stepUpIf }: ServeOptions<Found, E> = {},
  ) => {
    const isIdentified = endpoint.access !== 'anyone' || query !== undefined
    const staffCall = (request: FastifyRequest, caller: CurrentUser) => ({
      endpoint,
      caller,
      params: request.params,
      ip: request.ip,
    })
    const requireAdmitted = async (request: FastifyRequest, caller: CurrentUser | undefined) => {
      try {
        admit(endpoint, caller)
      } catch (error) {
        // A view has the learner's name, and they did not ask.
        if (caller && !caller.isView && typeof endpoint.access !== 'string') {
          const problem = error instanceof ProblemError ? error.code : 'our_fault'
          await auditProblem(recordAuditEvent, staffCall(request, caller), problem)
        }
        throw error
      }
    }
    const answerAudited = (
      caller: CurrentUser | undefined,
      context: Omit<RequestContext<E, Found>, 'audit'>,
    ) => {
      // Undefined exactly where the context's type says so.
      const answerWith = (audit: Audit | undefined) =>
        handler({ ...context, audit } as RequestContext<E, Found>)
      if (!caller || typeof endpoint.access === 'string') return answerWith(undefined)
      return auditCall(recordAuditEvent, staffCall(context.request, caller), answerWith)
    }
    /** By the session alone: for what comes before the body was read or judged. */
    const requireAdmittedBySession = async (request: FastifyRequest) =>
      requireAdmitted(request, (await identify(request, onlyCurrentUser))?.caller)
    const requireAdmittedFirst = (request: FastifyRequest) => {
      reached.add(request) // or a refusal would be looked into, and written down, once more
      return requireAdmittedBySession(request)
    }
    const identifyAndAnswer = async (request: FastifyRequest, reply: FastifyReply) => {
      const known = isIdentified ? await identify(request, query ?? onlyCurrentUser) : undefined
      await requireAdmitted(request, known?.caller)
      const context = {
        // The validator has parsed these three by the endpoint's own schemas.
        params: request.params as ParamsOf<E>,
        query: request.query as QueryOf<E>,
        body: request.body as BodyOf<E>,
        // Null and undefined exactly where `ByAccess` says so.
        caller: (known === null ? null : known?.caller) as RequestContext<E, Found>['caller'],
        found: (known === null ? null : known?.found) as RequestContext<E, Found>['found'],
        ip: request.ip,
        request,
        reply,
      }
      if (known && isStepUpDue(endpoint, known.caller)) {
        if (endpoint.stepUp || (await stepUpIf?.(context))) throw new ProblemError('step_up_needed')
      }
      const answer = await answerAudited(known?.caller, context)
      return { answer, learnerId: known?.caller.learnerId }
    }
    const url = pathOf(endpoint.route)
    const lastParam = /:(\w+)$/.exec(url)?.[1]
    /** Before a body is read, as of every unknown call. */
    const requireWholeAddress = async (request: FastifyRequest, reply: FastifyReply) => {
      const params = request.params as Record<string, string> // as the router reads them
      if (params[lastParam ?? ''] === '') await respondToUnknownCall(request, reply)
    }
    app.route({
      method: methodOf(endpoint.route),
      url,
      schema: schemaOf(endpoint),
      ...(bodyInBytes !== undefined && { bodyLimit: bodyInBytes }),
      onRequest: [
        ...(lastParam === undefined ? [] : [requireWholeAddress]),
        // Only from those who may send megabytes are they read.
        ...((bodyInBytes ?? 0) > usualBodyInBytes ? [requireAdmittedFirst] : []),
      ],
      // What is wrong with a call is told to those who may make it; others hear that they may not.
      errorHandler(failure, request, reply) {
        const tell = (reason: FastifyError) =>
          app.errorHandler(explainAccountGone(endpoint, reason), request, reply)
        if (!isIdentified || reached.has(request)) return tell(failure)
        requireAdmittedBySession(request).then(() => tell(failure), tell)
      },
      handler: async (request, reply) => {
        reached.add(request)
        const { authorization } = request.headers
        if (keptForInMs === undefined || authorization === undefined) {
          const { answer } = await identifyAndAnswer(request, reply)
          if (answer instanceof StreamedResponse) return sendStreamed(reply, answer)
          return answer instanceof PreparedResponse ? send(reply, answer) : answer
        }
        // Who asks is found out inside the making, so that nothing taken meanwhile is kept.
        const kept = await cache.find(privateKey(request.url, authorization), async () => {
          const { answer, learnerId } = await identifyAndAnswer(request, reply)
          if (!(answer instanceof PreparedResponse))
            throw new Error('Only prepared answers are kept')
          const tags = [`learner:${learnerId}`]
          // It lies and counts in memory by itself, under however many addresses it is asked for.
          return { value: answer, sizeInBytes: 0, tags, keptForInMs }
        })
        return send(reply, kept)
      },
    })
  }
}

/** Staff find nobody there before they change anything. */
function explainAccountGone({ access }: Endpoint, failure: FastifyError): FastifyError {
  return access === 'learner' && isAccountGone(failure)
    ? new ProblemError('not_signed_in')
    : failure
}

function admit(endpoint: Endpoint, caller: CurrentUser | undefined): void {
  const { access, route } = endpoint
  const isReading = methodOf(route) === 'GET'
  if (caller?.isView && !(endpoint.isOpenToViews ?? isReading)) {
    throw new ProblemError(isReading ? 'not_in_views' : 'read_only')
  }
  if (access === 'anyone') return
  if (!caller) throw new ProblemError('not_signed_in')
  if (access === 'learner') return
  if (caller.isOfficeClosed) throw new ProblemError('second_step_required')
  if (!hasRight(caller.role, access.right)) throw new ProblemError('not_allowed')
}

/** Whether a call that asks for a step-up would ask for it now. */
function isStepUpDue({ access }: Endpoint, caller: CurrentUser): boolean {
  return !caller.isSteppedUp && (access === 'learner' || caller.hasSecondStep)
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
    ...(endpoint.answerType && { produces: [endpoint.answerType, 'application/problem+json'] }),
    response: responses,
  }
}
