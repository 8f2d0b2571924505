import { languageTag } from '../shared/i18n/language.ts'
import { t } from '../shared/i18n/translate.ts'
import type { RequestOf, ResponseOf, Route } from './endpoint.ts'
import type { ProblemDocument } from './problem.ts'

/** The calls that there are, by their domains: `src/calls.ts` fills it in. */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled in there, as no domain is known here
export interface Contracts {}

type EndpointIn<Contract> = Extract<Contract[keyof Contract], { route: Route }>
type Endpoints = { [Domain in keyof Contracts]: EndpointIn<Contracts[Domain]> }[keyof Contracts]
type ByRoute = { [E in Endpoints as E['route']]: E }

/**
 * Asks one endpoint. It is named by its route, which its types follow from, so that no schema
 * reaches the browser: `call('GET /courses/:course_id', { params: { course_id } })`.
 */
export type SendRequest = <R extends keyof ByRoute>(
  route: R,
  input: RequestOf<ByRoute[R]>,
) => Promise<ResponseOf<ByRoute[R]>>

/** A call that was answered with an error, or not at all (`status` 0, `code` 'offline'). */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** The server's sentence; null when the server sent none. */
  readonly detail: string | null
  readonly errors: { path: string; message: string }[]
  readonly problem: Partial<ProblemDocument>

  constructor(status: number, problem: Partial<ProblemDocument>) {
    super(problem.detail ?? t('The academy cannot be reached. Please check your connection.'))
    this.name = 'ApiError'
    this.status = status
    this.problem = problem
    this.code = problem.code ?? 'unknown'
    this.detail = problem.detail ?? null
    this.errors = problem.errors ?? []
  }

  /** Of the first of these fields about which there is something to say. */
  messageAt(...paths: string[]): string | undefined {
    return this.errors.find(({ path }) => paths.includes(path))?.message
  }
}

/** What was asked for whom, and what the server said. */
export interface ReceivedResponse {
  method: string
  url: string
  token: string | null
  status: number
  content: unknown
}

interface CallerOptions {
  /** Null when nobody is signed in. */
  readToken: () => string | null
  onAnswer?: (answered: ReceivedResponse) => void
  fetch?: typeof fetch
  baseUrl?: string
}

/** Makes the browser's asker: JSON in, JSON out, the bearer token attached, problems thrown. */
export function createApiClient(options: CallerOptions): SendRequest & { keepalive: SendRequest } {
  const asker =
    (extra: RequestInit): SendRequest =>
    async (route, input) => {
      const request = buildRequest(route, input)
      const token = options.readToken()
      const headers: Record<string, string> = {
        accept: 'application/json',
        // That of the page, which may be another than the browser's.
        'accept-language': languageTag(),
      }
      if (token !== null) headers['authorization'] = `Bearer ${token}`
      if (request.body !== undefined) headers['content-type'] = 'application/json'
      const send = options.fetch ?? fetch
      const answer = await send((options.baseUrl ?? '') + request.url, {
        ...extra,
        method: request.method,
        headers,
        ...(request.body !== undefined && { body: request.body }),
      }).catch(() => {
        throw new ApiError(0, { code: 'offline' })
      })
      const content: unknown = await answer.json().catch(() => null)
      options.onAnswer?.({ ...request, token, status: answer.status, content })
      if (!answer.ok) throw new ApiError(answer.status, problemIn(content))
      return content as never // the server serialises by the contract
    }
  return Object.assign(asker({}), { keepalive: asker({ keepalive: true }) })
}

export interface Parts {
  params?: Record<string, string>
  query?: Record<string, string | number | boolean | null | undefined>
  body?: unknown
}

/** Turns a route and its input into a method, a URL below the host, and a JSON body. */
export function buildRequest(
  route: string,
  input: Parts,
): { method: string; url: string; body: string | undefined } {
  const [method = 'GET', template = '/'] = route.split(' ')
  const path = template.replaceAll(/:([a-z_]+)/g, (_, name: string) =>
    encodeURIComponent(input.params?.[name] ?? ''),
  )
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null) query.set(name, `${value}`)
  }
  const search = query.size > 0 ? `?${query.toString()}` : ''
  return {
    method,
    url: `/api${path}${search}`,
    body: input.body === undefined ? undefined : JSON.stringify(input.body),
  }
}

export function problemIn(content: unknown): Partial<ProblemDocument> {
  return typeof content === 'object' && content !== null ? content : {}
}
