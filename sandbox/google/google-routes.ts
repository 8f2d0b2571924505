import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { isLoopbackHost } from '../../src/platform/loopback.ts'
import { onlyLoopback } from '../only-loopback.ts'
import { invalidInput } from '../request-error.ts'
import { sendBrowserFile, sendPage } from '../send-browser-file.ts'
import type { StandIn } from '../stand-in.ts'
import { renderAccounts } from './accounts-page.ts'
import { createSigner } from './sign-id-token.ts'

const askedSchema = z.object({
  client_id: z.string().min(1).max(200),
  nonce: z.string().max(200).optional(),
})
const accountSchema = askedSchema.extend({
  email: z.string().trim().toLowerCase().pipe(z.email('This is no e-mail address.').max(254)),
  name: z.string().trim().min(1, 'Please write a name.').max(100),
})
const pageSchema = askedSchema.extend({ origin: z.url() })

/** Google's sign-in: its script, the page to choose an account on, and the keys of its signature. */
export function registerGoogleRoutes(app: FastifyInstance, { deliveries }: StandIn): void {
  const signer = createSigner()

  app.get('/client', (_request, reply) => sendBrowserFile(reply, 'google-client', 'js'))
  app.get('/accounts.js', (_request, reply) => sendBrowserFile(reply, 'google-accounts', 'js'))
  app.get('/accounts.css', (_request, reply) => sendBrowserFile(reply, 'google-accounts', 'css'))
  app.get('/certs', () => signer.listKeys())

  app.get('/accounts', ({ query }, reply) => {
    const asked = pageSchema.parse(query)
    if (!isOfAcademy(asked.origin, deliveries.webhookUrl())) {
      throw invalidInput(`${asked.origin} is not the academy that this sandbox belongs to.`)
    }
    return sendPage(reply, renderAccounts(asked), "'none'")
  })

  app.register(async (app) => {
    onlyLoopback(app)
    app.post('/credential', async ({ body, headers }) => {
      const issuer = `http://${headers.host}/google`
      return { credential: await signer.sign(issuer, accountSchema.parse(body)) }
    })
  })
}

/** Credentials go to the academy's own pages, by whatever name of this machine they were opened. */
function isOfAcademy(origin: string, academyUrl: string): boolean {
  const [asking, academy] = [new URL(origin), new URL(academyUrl)]
  const isSameMachine = isLoopbackHost(asking.hostname) && isLoopbackHost(academy.hostname)
  return (
    asking.origin === academy.origin ||
    (isSameMachine && asking.protocol === academy.protocol && asking.port === academy.port)
  )
}
