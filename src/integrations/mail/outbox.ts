import { desc, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { ProblemError } from '../../http/problem.ts'
import type { Database } from '../../platform/database/database.ts'
import { isFromThisMachine } from '../../platform/is-from-this-machine.ts'
import type { Settings } from '../../platform/settings.ts'
import { indiaTimeZone } from '../../shared/format-date.ts'
import { escapeHtml } from './render-mail.ts'
import { mails } from './tables.ts'

const pageSize = 200
const hidden = { schema: { hide: true } }

/** The mails' own styles stand inside them; nothing else is loaded, run, sent or framed. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * The sandbox's mailbox: every mail "sent", newest first, for people and for tests. It holds codes
 * and reset links, so only this machine may read it, also where others may try the sandbox.
 */
export function outboxRoutes(
  app: FastifyInstance,
  db: Database,
  settings: Pick<Settings, 'outbox'>,
): void {
  app.register(async (app) => {
    app.addHook('onRequest', async (request, reply) => {
      reply.headers({ 'content-security-policy': policy, 'cache-control': 'no-store' })
      if (!settings.outbox) throw new ProblemError('not_found')
      if (!isFromThisMachine(request)) throw new ProblemError('not_from_here')
    })

    app.get('/dev/outbox.json', hidden, async (request, reply) => {
      const rows = await listMails(db, readRecipient(request.query))
      return reply.type('application/json; charset=utf-8').send(
        JSON.stringify(
          rows.map((mail) => ({
            id: mail.id,
            to: mail.recipient,
            subject: mail.subject,
            text: mail.text,
            html: mail.html,
            attachment: mail.attachment,
            unsubscribe_url: mail.unsubscribeUrl,
            sent_at: mail.queuedAt.toISOString(),
          })),
        ),
      )
    })

    app.get('/dev/outbox', hidden, async (request, reply) => {
      const rows = await listMails(db, readRecipient(request.query))
      return reply.type('text/html; charset=utf-8').send(renderOutbox(rows))
    })
  })
}

/** No address has a blank: what comes as one was a plus sign. */
const recipientQuery = z.object({
  to: z
    .string()
    .trim()
    .toLowerCase()
    .transform((to) => to.replaceAll(' ', '+'))
    .optional(),
})

/** Undefined: everybody's mails. Two recipients are refused, not guessed about. */
function readRecipient(query: unknown): string | undefined {
  const parsed = recipientQuery.safeParse(query)
  if (parsed.success) return parsed.data.to
  const message = 'Please give one address.'
  throw new ProblemError('invalid_input', { detail: message, errors: [{ path: 'to', message }] })
}

async function listMails(db: Database, to: string | undefined): Promise<ListedMail[]> {
  return db
    .select()
    .from(mails)
    .where(to === undefined ? undefined : eq(mails.recipient, to))
    .orderBy(desc(mails.queuedAt))
    .limit(pageSize)
}

type ListedMail = typeof mails.$inferSelect

function renderOutbox(rows: ListedMail[]): string {
  const items = rows.map(
    (mail) => `<article><h2>${escapeHtml(mail.subject)}</h2>
<p>To ${escapeHtml(mail.recipient)}, <time datetime="${mail.queuedAt.toISOString()}">${escapeHtml(mail.queuedAt.toLocaleString('en-IN', { timeZone: indiaTimeZone }))}</time></p>
<pre>${linked(escapeHtml(mail.text))}</pre>
<details><summary>As HTML</summary><iframe sandbox title="HTML of ${escapeHtml(mail.subject)}" srcdoc="${escapeHtml(mail.html)}"></iframe></details></article>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Outbox</title>
<style>body{margin:0 auto;max-width:720px;padding:16px;background:#fffaf2;color:#21152e;font:16px/1.5 system-ui,sans-serif}article{border-top:1px solid #e9dfd0;padding:16px 0}h2{font-size:18px;margin:0}pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#fff;border:1px solid #e9dfd0;padding:12px}iframe{width:100%;height:420px;border:1px solid #e9dfd0}a{color:#7a1040}</style></head>
<body><h1>Outbox</h1><p>In the sandbox no mail leaves this machine. Here is what would have been sent, newest first.</p>
<p><a href="/">Back to the academy</a></p>${items.length > 0 ? items.join('') : '<p>No mails yet.</p>'}</body></html>`
}

function linked(escaped: string): string {
  return escaped.replaceAll(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)
}
