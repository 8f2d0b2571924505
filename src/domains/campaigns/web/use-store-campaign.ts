import { useQueryClient } from '@tanstack/react-query'
import type { Campaign } from '../contract.ts'
import { campaignQuery, campaignsKey } from './queries.ts'

/** Takes a letter as the server has just answered it for what is shown. */
export function useStoreCampaign(): (letter: Campaign) => Promise<void> {
  const client = useQueryClient()
  return async (letter) => {
    client.setQueryData(campaignQuery(letter.id).queryKey, letter)
    await client.invalidateQueries({ queryKey: [...campaignsKey, 'list'] })
  }
}
