import { eq } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { CurrentUser } from '../../../http/server/current-user.ts'
import { renderMail } from '../../../integrations/mail/render-mail.ts'
import { unsubscribeUrlOf } from '../../../integrations/mail/unsubscribe-token.ts'
import { runInLanguage } from '../../../platform/languages/run-in-language.ts'
import { countAudience } from './audience.ts'
import type { CampaignAdminDependencies, CampaignDependencies } from './dependencies.ts'
import { campaignMail } from './mail-templates.ts'
import { type CampaignRow, letters } from './tables.ts'

type Caller = Pick<CurrentUser, 'learnerId' | 'name' | 'email'>

/** A letter as its readers see it, with the caller's name: in the academy's look, its frame in English. */
export async function previewCampaign(
  deps: CampaignAdminDependencies,
  id: string,
  caller: Caller,
): Promise<{ subject: string; html: string }> {
  const letter = await findCampaign(deps, id)
  const unsubscribeUrl = unsubscribeUrlOf(deps, caller.learnerId)
  const dress = await deps.findDressOfMails(deps.db)
  const { html } = runInLanguage(undefined, () => {
    const template = campaignMail({ ...letter, learnerName: caller.name })
    return renderMail({ ...template, unsubscribeUrl }, deps.sender)
  })
  return { subject: letter.subject, html: dress(html) }
}

/** How many would get a letter now. */
export async function countReaders(
  deps: CampaignDependencies,
  id: string,
): Promise<{ people: number }> {
  return { people: await countAudience(deps.db, await findCampaign(deps, id)) }
}

/** Mails a letter to the caller alone, whatever they said about mails: they have just asked for it. */
export async function mailTest(
  deps: CampaignDependencies,
  id: string,
  caller: Caller,
): Promise<void> {
  const { list, subject, body } = await findCampaign(deps, id)
  await deps.queueMail(deps.db, {
    to: caller.email,
    template: runInLanguage(undefined, () =>
      campaignMail({ subject: `Test: ${subject}`, body, learnerName: caller.name }),
    ),
    letter: { list, unsubscribeUrl: unsubscribeUrlOf(deps, caller.learnerId) },
  })
}

async function findCampaign({ db }: CampaignDependencies, id: string): Promise<CampaignRow> {
  const [letter] = await db.select().from(letters).where(eq(letters.id, id))
  if (!letter) throw new ProblemError('letter_not_found')
  return letter
}
