import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { verify } from '@node-rs/argon2'
import pg from 'pg'
import * as z from 'zod'

/**
 * The least that a server can do: fixed bytes from memory, or one prepared query and its rows as
 * JSON. What the product is held against; it checks nobody and nothing.
 */
const [sent] = await once(process, 'message')
const spec = z
  .object({
    port: z.number(),
    databaseUrl: z.string(),
    poolSize: z.number(),
    /** By path. */
    fixed: z.record(
      z.string(),
      z.object({ headers: z.record(z.string(), z.string()), body: z.base64() }),
    ),
    /** By first part of the path; the others are the query's values. A body counts as one more. */
    queries: z.record(z.string(), z.string()),
    /** Checked at `/password`. */
    password: z.object({ text: z.string(), hash: z.string() }).optional(),
  })
  .parse(sent)

const pool = new pg.Pool({ connectionString: spec.databaseUrl, max: spec.poolSize })
const fixed = new Map(
  Object.entries(spec.fixed).map(([path, { headers, body }]) => {
    const bytes = Buffer.from(body, 'base64')
    return [path, { bytes, headers: { ...headers, 'content-length': String(bytes.length) } }]
  }),
)

const server = createServer((request, response) => {
  const known = fixed.get(request.url ?? '')
  if (known) response.writeHead(200, known.headers).end(known.bytes)
  else
    answerQuery(request, response).catch((error: Error) =>
      response.writeHead(500).end(error.message),
    )
})

async function answerQuery(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, name = '', ...values] = (request.url ?? '').split('/')
  const text = spec.queries[name]
  if (text === undefined) {
    if (name === 'password' && spec.password) await verify(spec.password.hash, spec.password.text)
    response.writeHead(200, { 'content-length': '2' }).end('ok')
    return
  }
  if (request.method === 'PUT') values.push(await readBody(request))
  const { rows } = await pool.query<Record<string, unknown>>({ name, text, values })
  const body = JSON.stringify(rows)
  response
    .writeHead(200, {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    })
    .end(body)
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer) // a request's chunks are bytes
  return Buffer.concat(chunks).toString()
}

server.keepAliveTimeout = 72_000
server.listen(spec.port, '127.0.0.1')
process.once('SIGTERM', () => process.exit(0))
process.once('disconnect', () => process.exit(0))
