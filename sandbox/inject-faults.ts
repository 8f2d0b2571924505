import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Fault, Faults } from './faults.ts'
import { requestError, serverError } from './request-error.ts'

/** Lets faults strike the requests of the REST API and the checkout, never the sandbox's own. */
export function injectFaults(app: FastifyInstance, faults: Faults): void {
  const answersToLose = new WeakMap<FastifyRequest, Fault>()

  app.addHook('onRequest', async (request, reply) => {
    const path = new URL(request.url, 'http://stand-in').pathname
    if (!path.startsWith('/v1/')) return
    const fault = faults.strikeRequest(request.method, path)
    if (!fault) return
    if (fault.delay_in_ms !== undefined) await wait(fault.delay_in_ms)
    if (fault.drop_connection) breakConnection(request, reply)
    else if (fault.lose_answer) answersToLose.set(request, fault)
    else if (fault.status !== undefined) await answer(reply, fault.status, fault)
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const fault = answersToLose.get(request)
    if (!fault) return payload
    if (fault.status === undefined) {
      request.raw.socket.destroy()
      return payload
    }
    reply.code(fault.status).type('text/html')
    return gatewayPage(fault.status)
  })
}

function breakConnection(request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack()
  request.raw.socket.destroy()
}

function answer(reply: FastifyReply, status: number, fault: Fault): FastifyReply {
  reply.code(status)
  if (status === 429 || fault.retry_after_in_seconds !== undefined)
    reply.header('retry-after', fault.retry_after_in_seconds ?? 1)
  // Those come from a gateway before Razorpay, which does not speak JSON.
  if (status >= 502) return reply.type('text/html').send(gatewayPage(status))
  if (status >= 500) return reply.send(serverError(status).body)
  const sentence = status === 429 ? 'Too many requests' : 'The request was refused on purpose'
  return reply.send(requestError(status, sentence).body)
}

function gatewayPage(status: number): string {
  return `<html><head><title>${status}</title></head><body>${status}</body></html>`
}
