import { eq } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod'
import type { ResponseCache } from '../../../http/server/response-cache.ts'
import {
  readUnsubscribeToken,
  unsubscribePath,
} from '../../../integrations/mail/unsubscribe-token.ts'
import type { Database } from '../../../platform/database/database.ts'
import { recordMailConsents } from '../../accounts/server/mail-consents.ts'
import { joinedAccounts } from '../../learners/server/tables.ts'
import { findLook } from '../../look/server/keep-looks.ts'
import { dressPage } from '../../look/write-look-css.ts'
import { endReminders } from '../../reminders/server/keep-plan.ts'
import type { CampaignDependencies } from './dependencies.ts'
import {
  type Unsubscribed,
  type UnsubscribeState,
  writeUnsubscribePage,
} from './unsubscribe-page.ts'

const bodyInBytesAtMost = 8 * 1024
const query = z.object({
  token: z.string().max(200),
  of: z.enum(['reminders', 'lessons']).optional(),
})
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/**
 * Saying no to letters, without logging in (RFC 8058). A visit changes nothing, as mail filters open
 * every link of a mail; the page's button and a mail program's one click both post to the same address.
 */
export function unsubscribeRoutes(
  app: FastifyInstance,
  deps: CampaignDependencies & { cache: Pick<ResponseCache, 'find'> },
): void {
  const read = (given: unknown): { learnerId: string | null; of: Unsubscribed } => {
    const { data } = query.safeParse(given)
    const learnerId = data ? readUnsubscribeToken(deps.unsubscribeKey, data.token) : null
    return { learnerId, of: data?.of ?? 'letters' }
  }
  const show = async (reply: FastifyReply, state: UnsubscribeState, of: Unsubscribed) => {
    const written = writeUnsubscribePage(state, deps.sender, of)
    const page = dressPage(written, await findLook(deps))
    return reply
      .code(state === 'unusable' ? 400 : 200)
      .headers({
        'content-security-policy': policy,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer', // the token is in the address
      })
      .type('text/html; charset=utf-8')
      .send(page)
  }

  void app.register(async (app) => {
    // Forms and mail programs send what they like; the address says it all.
    app.addContentTypeParser('*', { parseAs: 'string' }, (_, _body, done) => done(null, undefined))
    const options = { bodyLimit: bodyInBytesAtMost, schema: { hide: true } }

    app.get(unsubscribePath, options, async (request, reply) => {
      const { learnerId, of } = read(request.query)
      return show(reply, learnerId === null ? 'unusable' : 'asked', of)
    })

    app.post(unsubscribePath, options, async (request, reply) => {
      const { learnerId: mailedTo, of } = read(request.query)
      if (mailedTo === null) return show(reply, 'unusable', of)
      const learnerId = await findPresent(deps.db, mailedTo)
      const said = of === 'lessons' ? { lessons: false } : { news: false, courses: false }
      if (of === 'reminders') await endReminders(deps.db, learnerId, 'mail')
      else await recordMailConsents(deps.db, { learnerId, said, source: 'mail' })
      return show(reply, 'done', of) // also to who has no account any more
    })
  })
}

/** Whose account it is now, if it was joined with another after the mail. */
async function findPresent(db: Database, learnerId: string): Promise<string> {
  const [joined] = await db
    .select({ learnerId: joinedAccounts.learnerId })
    .from(joinedAccounts)
    .where(eq(joinedAccounts.id, learnerId))
  return joined?.learnerId ?? learnerId
}
