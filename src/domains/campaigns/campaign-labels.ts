/** Words of letters, each list once. */

export const audiences = ['everybody', 'owners', 'not_started', 'stalled'] as const
export type AudienceName = (typeof audiences)[number]

export const campaignStates = ['draft', 'scheduled', 'sending', 'sent'] as const
export type CampaignState = (typeof campaignStates)[number]

export const stalledAfterInDays = 14
