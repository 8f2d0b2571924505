import { asc, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { makeLearner } from '../../../../tests/support/factories.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { signUnsubscribeToken } from '../../../integrations/mail/unsubscribe-token.ts'
import { readMailConsents, saveMailConsents } from '../../accounts/contract.ts'
import { recordMailConsents } from '../../accounts/server/mail-consents.ts'
import { mailConsentEvents } from '../../accounts/server/tables.ts'

const server = await startTestServer()
const { db } = server
afterAll(() => server.close())

const isGiven = fc.boolean()
const lists = ['news', 'courses', 'lessons'] as const
const said = fc.record({ news: isGiven, courses: isGiven, lessons: isGiven }, { requiredKeys: [] })
const act = fc.oneof(
  fc.record({ by: fc.constant('account' as const), said }),
  fc.record({ by: fc.constant('letter' as const), of: fc.constantFrom('', '&of=lessons') }),
  fc.record({ by: fc.constantFrom('sign_up' as const, 'parent' as const), said }),
)

test('however account, letters, sign-up and parent speak at once, what holds is what was said last', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(act, { minLength: 1, maxLength: 4 }), { maxLength: 4 }),
      async (rounds) => {
        const learner = await makeLearner(db)
        const learnerId = learner.id
        const token = signUnsubscribeToken(server.secrets.unsubscribeKey, learnerId)
        const perform = (one: (typeof rounds)[number][number]) => {
          if (one.by === 'letter')
            return server.fetch(`/unsubscribe?token=${token}${one.of}`, { method: 'POST' })
          if (one.by === 'account') return server.as(learner)(saveMailConsents, { body: one.said })
          return recordMailConsents(db, { learnerId, said: one.said, source: one.by })
        }
        for (const round of rounds) await Promise.all(round.map(perform))

        const shown = await server.as(learner)(readMailConsents, {})
        const events = await db
          .select()
          .from(mailConsentEvents)
          .where(eq(mailConsentEvents.learnerId, learnerId))
          .orderBy(asc(mailConsentEvents.id))
        for (const list of lists) {
          const told = events.filter((event) => event.list === list)
          const last = told.at(-1)
          expect(shown[list].is_given).toBe(last?.isGiven ?? list !== 'news')
          expect(shown[list].said_at).toBe(last?.saidAt.toISOString() ?? null)
          expect(shown[list].history.map(({ is_given }) => is_given)).toEqual(
            told.map((event) => event.isGiven).toReversed(),
          )
          // Saying it again changes nothing, so what is told alternates.
          expect(told.every((event, at) => event.isGiven !== told[at - 1]?.isGiven)).toBe(true)
        }
      },
    ),
    { numRuns: 25 },
  )
})
