import type { Serve } from '../../../http/server/serve.ts'
import * as letters from '../contract.ts'
import { changeSettings, readSettings } from './change-settings.ts'
import type { CampaignDependencies } from './dependencies.ts'
import { readCampaign } from './describe-campaign.ts'
import { listCampaignTroubles } from './list-campaign-troubles.ts'
import { listCampaigns } from './list-campaigns.ts'
import { changeCampaign, createCampaign, deleteCampaign } from './save-campaign.ts'
import { cancelCampaign, scheduleCampaign } from './schedule-campaign.ts'
import { countReaders, mailTest, previewCampaign } from './show-campaign.ts'

export function campaignsRoutes(serve: Serve, deps: CampaignDependencies): void {
  const { db } = deps

  serve(letters.listCampaigns, ({ query }) => listCampaigns(db, query))
  serve(letters.listCampaignTroubles, () => listCampaignTroubles(db))
  serve(letters.createCampaign, ({ body, audit }) => createCampaign(db, body, audit))
  serve(letters.getCampaign, ({ params }) => readCampaign(db, params.id))
  serve(letters.changeCampaign, ({ params, body, audit }) =>
    changeCampaign(db, { ...body, id: params.id }, audit),
  )
  serve(letters.deleteCampaign, async ({ params, audit }) => {
    await deleteCampaign(db, params.id, audit)
    return { message: 'The draft is deleted.' }
  })
  serve(letters.previewCampaign, ({ params, caller }) => previewCampaign(deps, params.id, caller))
  serve(letters.countReaders, ({ params }) => countReaders(deps, params.id))
  serve(letters.testCampaign, async ({ params, caller }) => {
    await mailTest(deps, params.id, caller)
    return { message: `A test is on its way to ${caller.email}.` }
  })
  serve(letters.sendCampaign, ({ params: { id }, body: { revision, send_at: at }, audit }) => {
    const sendAt = typeof at === 'string' ? new Date(at) : null
    return scheduleCampaign(db, { id, revision, sendAt }, audit)
  })
  serve(letters.cancelCampaign, ({ params, audit }) => cancelCampaign(db, params.id, audit))

  serve(letters.getCampaignSettings, () => readSettings(db))
  serve(letters.saveCampaignSettings, ({ body, audit }) => changeSettings(db, body, audit))
}
