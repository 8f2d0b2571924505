import fc from 'fast-check'
import * as z from 'zod'
import { type Endpoint, methodOf, pathOf } from '../../src/http/endpoint.ts'

/** What a request of an endpoint consists of, before it is bent. */
export interface RawRequest {
  method: string
  /** As it goes over the wire, percent signs included. */
  path: string
  headers: Record<string, string>
  /** Undefined: without a body. */
  body: string | undefined
}

/** Good values by the names of fields, so that a request gets past the checks of its other fields. */
export type Known = Record<string, unknown>

interface Schema {
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  prefixItems?: Schema[]
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  minimum?: number
  default?: unknown
}

const oddJsonWords = listWords(String.raw`
  null true [] {} [[]] [[0]] [null] {"a":{"b":[{}]}} "" -0 0 -1 0.1 1e6 999999.9 1e-300 1e-46 5e-324
  1e300 1e400 -1e400 2147483648 9007199254740993 99999999999999999999 NaN Infinity undefined 1_000
  0x10 "NaN" "Infinity" "1e-300" "-0" "null" "\u0000" "a\u0000b" "\ud800" "\udc00\ud800" "\uffff"
  "\u202e" "%00" 'x' {"a" {"__proto__":1} {"toString":1}`)

/** JSON as strangers may write it; much of it is none, or none that a database can hold. */
const oddJson = fc.oneof(
  fc.constantFrom(
    ...oddJsonWords,
    '" "',
    `"${'x'.repeat(5000)}"`,
    `${'['.repeat(500)}${']'.repeat(500)}`,
  ),
  fc.double().map((number) => JSON.stringify(number)),
  fc.float({ noNaN: true }).map((number) => JSON.stringify(number)),
  fc.string({ unit: 'binary', maxLength: 40 }).map((text) => JSON.stringify(text)),
  fc.json({ maxDepth: 3 }),
)

const oddSegmentWords = listWords(`
  %00 a%00b %E0%A4%A %ff % %2 %ZZ %ED%A0%80 %C0%80 .. %2e%2e %2F %5C %3F %23 %20 %0A + * ' " -0 0 -1
  1e-300 1e400 1e2 0x10 NaN null undefined [] 9007199254740993 99999999999999999999 %F0%9F%92%A5
  00000000-0000-0000-0000-000000000000`)

/** A part of a path or of a query, as strangers may write it. */
const oddSegment = fc.oneof(
  fc.constantFrom(...oddSegmentWords, 'x'.repeat(201), 'x'.repeat(1500)),
  // Halves of characters cannot come over the wire: whole ones are made of them.
  fc
    .string({ unit: 'binary', maxLength: 20 })
    .map((text) => encodeURIComponent(text.toWellFormed())),
)

export const oddQuery = (names: readonly string[]): fc.Arbitrary<string> => {
  const name = fc.constantFrom(...names, 'to', 'a', '__proto__', 'toString', '%00', '%E0%A4%A')
  const one = fc.tuple(name, fc.constantFrom('=', '[]=', '[a]=', '[0]=', ''), oddSegment)
  const pair = one.map((parts) => parts.join(''))
  const twice = fc
    .tuple(name, oddSegment, oddSegment)
    .map(([key, a, b]) => `${key}=${a}&${key}=${b}`)
  return fc.array(fc.oneof(pair, twice), { minLength: 1, maxLength: 3 }).map((all) => all.join('&'))
}

const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.constantFrom<Record<string, string>[]>(
  { 'content-type': 'text/plain' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'application/json;' },
  { 'content-type': 'application/problem+json' },
  { 'content-type': 'nonsense' },
  { 'content-type': '' },
  { authorization: 'Bearer' },
  { authorization: 'Bearer %00' },
  { authorization: `Bearer ${'x'.repeat(3000)}` },
  { 'content-encoding': 'gzip' },
  { 'accept-encoding': 'q=;,,;;' },
  { 'if-none-match': '"' },
)

const mark = '@the odd value@'

/** Requests for an endpoint that are good but for one thing. */
export function oddRequests(endpoint: Endpoint, known: Known): fc.Arbitrary<RawRequest> {
  const params = sampleOf(endpoint.params, known)
  const query = sampleOf(endpoint.query, known)
  const body = endpoint.body ? sample(schemaOf(endpoint.body), known, '') : undefined
  const template = pathOf(endpoint.route)
  const goodPath = fill(template, (name) => encodeURIComponent(String(params[name])))
  const good: RawRequest = {
    method: methodOf(endpoint.route),
    path: goodPath + asQuery(query),
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  }
  const bent: fc.Arbitrary<RawRequest>[] = [
    oddQuery(Object.keys(query)).map((odd) => ({ ...good, path: `${goodPath}?${odd}` })),
    oddHeaders.map((odd) => ({ ...good, headers: { ...good.headers, ...odd } })),
  ]
  if (template.includes(':')) {
    const names = Object.keys(params)
    bent.push(
      fc.tuple(fc.constantFrom(...names), oddSegment).map(([which, odd]) => ({
        ...good,
        path: fill(template, (name) =>
          name === which ? odd : encodeURIComponent(String(params[name])),
        ),
      })),
    )
  }
  if (body !== undefined) {
    const places = listPlaces(body).map((place) => JSON.stringify(put(body, place, mark)))
    const oddBody = fc
      .tuple(fc.constantFrom(...places), oddJson)
      .map(([text, odd]) => ({ ...good, body: text.replace(`"${mark}"`, () => odd) }))
    bent.push(oddBody, oddBody, oddBody)
  }
  return fc.oneof(...bent)
}

function schemaOf(type: z.ZodType): Schema {
  return z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Schema // as much as is read
}

function sampleOf(type: z.ZodType | undefined, known: Known): Record<string, unknown> {
  if (!type) return {}
  return sample(schemaOf(type), known, '') as Record<string, unknown> // the schema of an object
}

/** A value that the schema most likely takes. */
function sample(schema: Schema, known: Known, name: string): unknown {
  if (name in known) return known[name]
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf?.[0]) return sample(schema.anyOf[0], known, name)
  if (schema.properties) {
    return Object.fromEntries(
      Object.entries(schema.properties).map(([key, part]) => [key, sample(part, known, key)]),
    )
  }
  if (schema.prefixItems)
    return schema.prefixItems.map((part, at) => (at === 0 ? 0 : sample(part, known, '')))
  if (schema.items) return [sample(schema.items, known, '')]
  if (schema.type === 'boolean') return true
  if (schema.type === 'number' || schema.type === 'integer') return Math.max(1, schema.minimum ?? 1)
  return 'something'
}

type Place = (string | number)[]

function listPlaces(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [[]]
  const inside = Object.entries(value).flatMap(([key, part]) => {
    const step = Array.isArray(value) ? Number(key) : key
    return listPlaces(part).map((place) => [step, ...place])
  })
  return [[], ...inside]
}

function put(value: unknown, [step, ...rest]: Place, what: unknown): unknown {
  if (step === undefined) return what
  const copy = structuredClone(value) as Record<string | number, unknown> // a place leads through it
  copy[step] = put(copy[step], rest, what)
  return copy
}

function fill(template: string, valueOf: (name: string) => string): string {
  return template.replaceAll(/:([a-z_]+)/g, (_, name: string) => valueOf(name))
}

function asQuery(query: Record<string, unknown>): string {
  const pairs = Object.entries(query).map(([name, value]) => [name, String(value)])
  return pairs.length > 0 ? `?${new URLSearchParams(pairs).toString()}` : ''
}

function listWords(text: string): string[] {
  return text.trim().split(/\s+/)
}
