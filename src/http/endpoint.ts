import type * as z from 'zod'
import type { ProblemCode } from './problems.ts'
import type { Right } from './rights.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Route = `${Method} /${string}`
/** Who may call: `learner` is anybody signed in; a right, staff whose role has it. */
export type Access = 'anyone' | 'learner' | { right: Right }

interface EndpointParts {
  summary: string
  access: Access
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  answer: z.ZodType
  /** Of staff's calls: whether each leaves an entry in the audit log. Left out: all but GET do. */
  isAudited?: boolean
  /** Whether it is open to support looking at somebody's account. Left out: GET is, all else is not. */
  isOpenToViews?: boolean
  /**
   * Whoever asks shows once more that it is them, good for ten minutes: for what somebody with a stolen
   * session must not do. In calls of staff only who has a second step is asked; for the others the
   * password or Google was enough to come in, too.
   */
  stepUp?: boolean
  /** JSON, if left out. Other answers are prepared by their handler. */
  answerType?:
    | 'text/csv'
    | 'text/markdown'
    | 'text/calendar'
    | 'application/pdf'
    | 'application/zip'
    | 'application/octet-stream'
    | 'image/png'
  /** The problems a caller should be ready for, besides bad input and a missing session. */
  problems?: ProblemCode[]
}

export type Endpoint<R extends Route = Route, P extends EndpointParts = EndpointParts> = P & {
  route: R
}

/** Describes one call: the server validates and serialises by it, clients and OpenAPI take its types. */
export function endpoint<const R extends Route, const P extends EndpointParts>(
  route: R,
  parts: P,
): Endpoint<R, P> {
  return { ...parts, route }
}

type Sent<Part> = Part extends z.ZodType ? z.input<Part> : undefined
type Received<Part> = Part extends z.ZodType ? z.output<Part> : undefined
type PartOf<E, Key extends string> = E extends { [K in Key]: infer Part } ? Part : undefined

export type ParamsOf<E> = Received<PartOf<E, 'params'>>
export type QueryOf<E> = Received<PartOf<E, 'query'>>
export type BodyOf<E> = Received<PartOf<E, 'body'>>
export type ResponseOf<E> = E extends { answer: infer A extends z.ZodType } ? z.input<A> : never

/** What a client passes: only the parts that the endpoint has. */
export type RequestOf<E> = Present<{
  params: Sent<PartOf<E, 'params'>>
  body: Sent<PartOf<E, 'body'>>
}> &
  QueryPart<Sent<PartOf<E, 'query'>>>
type Present<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as T[K] extends undefined ? never : undefined extends T[K] ? K : never]?: T[K]
}
/** A query without any field that must be there may be left out. */
type QueryPart<Q> = Q extends undefined
  ? unknown
  : Partial<Q> extends Q
    ? { query?: Q | undefined }
    : { query: Q }

/** The full path below the host, e.g. `/api/courses/:course_id`. */
export function pathOf(route: Route): string {
  return `/api${route.slice(route.indexOf(' ') + 1)}`
}

export function methodOf(route: Route): Method {
  return route.slice(0, route.indexOf(' ')) as Method // by the type of Route
}
