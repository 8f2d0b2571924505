import type { Serve } from '../../../http/server/serve.ts'
import { t } from '../../../shared/i18n/translate.ts'
import * as campaigns from '../contract.ts'
import { changeSettings, readSettings } from './change-settings.ts'
import type { CampaignAdminDependencies } from './dependencies.ts'
import { readCampaign } from './describe-campaign.ts'
import { listCampaignTroubles } from './list-campaign-troubles.ts'
import { listCampaigns } from './list-campaigns.ts'
import { changeCampaign, createCampaign, deleteCampaign } from './save-campaign.ts'
import { cancelCampaign, scheduleCampaign } from './schedule-campaign.ts'
import { countReaders, mailTest, previewCampaign } from './show-campaign.ts'

export function campaignsRoutes(serve: Serve, deps: CampaignAdminDependencies): void {
  const { db } = deps

  serve(campaigns.listCampaigns, ({ query }) => listCampaigns(db, query))
  serve(campaigns.listCampaignTroubles, () => listCampaignTroubles(db))
  serve(campaigns.createCampaign, ({ body, audit }) => createCampaign(db, body, audit))
  serve(campaigns.getCampaign, ({ params }) => readCampaign(db, params.id))
  serve(campaigns.changeCampaign, ({ params, body, audit }) =>
    changeCampaign(db, { ...body, id: params.id }, audit),
  )
  serve(campaigns.deleteCampaign, async ({ params, audit }) => {
    await deleteCampaign(db, params.id, audit)
    return { message: t('The draft is deleted.') }
  })
  serve(campaigns.previewCampaign, ({ params, caller }) => previewCampaign(deps, params.id, caller))
  serve(campaigns.countReaders, ({ params }) => countReaders(deps, params.id))
  serve(campaigns.testCampaign, async ({ params, caller }) => {
    await mailTest(deps, params.id, caller)
    return { message: t('A test is on its way to {email}.', { email: caller.email }) }
  })
  serve(campaigns.sendCampaign, ({ params: { id }, body: { revision, send_at: at }, audit }) => {
    const sendAt = typeof at === 'string' ? new Date(at) : null
    return scheduleCampaign(db, { id, revision, sendAt }, audit)
  })
  serve(campaigns.cancelCampaign, ({ params, audit }) => cancelCampaign(db, params.id, audit))

  serve(campaigns.getCampaignSettings, () => readSettings(db))
  serve(campaigns.saveCampaignSettings, ({ body, audit }) => changeSettings(db, body, audit))
}
