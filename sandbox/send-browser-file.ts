import { readFile } from 'node:fs/promises'
import type { FastifyReply } from 'fastify'
import type { Html } from './html.ts'

const types = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' }

/** Sends a file of `browser/` as it is; read each time, for it is small and may be edited. */
export async function sendBrowserFile(
  reply: FastifyReply,
  name: string,
  type: keyof typeof types,
): Promise<FastifyReply> {
  const file = await readFile(new URL(`./browser/${name}.${type}`, import.meta.url))
  return reply
    .type(types[type])
    .header('cache-control', 'no-cache')
    .header('x-content-type-options', 'nosniff')
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin')
    .send(file)
}

/** Sends a page that may use scripts, styles and calls of the stand-in's own origin only. */
export function sendPage(reply: FastifyReply, page: Html, frameAncestors: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .header(
      'content-security-policy',
      `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors ${frameAncestors}`,
    )
    .send(`<!doctype html>${page.markup}`)
}
