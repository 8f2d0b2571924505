import fastifySwaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { securityHeaders } from './pages/page-headers.ts'

const policy = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The calls for people to browse and try, at `/api/docs`, with the headers of every page. */
export async function apiReference(app: FastifyInstance): Promise<void> {
  await app.register(async (app) => {
    app.addHook('onSend', async (_, reply) => {
      reply.headers({
        ...securityHeaders(),
        'content-security-policy': policy,
      })
    })
    await app.register(fastifySwaggerUi, { routePrefix: '/api/docs' })
  })
}
