import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { ResponseOf } from '../../../http/endpoint.ts'
import { call } from '../../../ui/call.ts'
import { pages, query } from '../../../ui/query.ts'
import type { Campaign, CampaignInput, getCampaignSettings } from '../contract.ts'

/** All that a change of a letter makes stale. */
export const campaignsKey = ['admin', 'letters']

const watchedEveryInMs = 5_000

export const campaignsQuery = infiniteQueryOptions({
  ...pages([...campaignsKey, 'list'], (cursor) =>
    call('GET /admin/letters', { query: { cursor } }),
  ),
  refetchInterval: ({ state }) =>
    state.data?.pages.some(({ letters }) => letters.some(isMoving)) ? watchedEveryInMs : false,
})

export const troublesQuery = query([...campaignsKey, 'troubles'], () =>
  call('GET /admin/letter-troubles', {}),
)

function isMoving({ state }: Pick<Campaign, 'state'>): boolean {
  return state === 'scheduled' || state === 'sending'
}

export function campaignQuery(id: string) {
  return queryOptions({
    queryKey: [...campaignsKey, id],
    queryFn: () => call('GET /admin/letters/:id', { params: { id } }),
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? watchedEveryInMs : false),
  })
}

export const previewQuery = ({ id, revision }: Pick<Campaign, 'id' | 'revision'>) =>
  query(
    [...campaignsKey, id, 'preview', revision],
    () => call('GET /admin/letters/:id/preview', { params: { id } }),
    { staleTime: 0 },
  )

/** Counted while the letter is already shown. */
export const readersQuery = ({ id, revision }: Pick<Campaign, 'id' | 'revision'>) =>
  query(
    [...campaignsKey, id, 'readers', revision],
    () => call('GET /admin/letters/:id/readers', { params: { id } }),
    { staleTime: 0 },
  )

/** As a new letter of this id; a repeated call makes none. Undefined: the server chooses the id. */
export async function beginCampaign(
  input: CampaignInput,
  id: string | undefined,
): Promise<Campaign> {
  const body = { ...input, id }
  const begun = await call('POST /admin/letters', { body })
  const names = Object.keys(input) as (keyof CampaignInput)[]
  const isAsWritten = names.every((name) => begun[name] === input[name])
  // An earlier call has arrived whose answer was lost: what was written since counts.
  return isAsWritten ? begun : saveCampaign(input, begun)
}

/** In the place of the draft that was looked at. */
export function saveCampaign(
  input: CampaignInput,
  { id, revision }: Pick<Campaign, 'id' | 'revision'>,
): Promise<Campaign> {
  const body = { ...input, revision }
  return call('PUT /admin/letters/:id', { params: { id }, body })
}

/** Null: now. */
export function requestSend(
  { id, revision }: Pick<Campaign, 'id' | 'revision'>,
  sendAt: string | null,
): Promise<Campaign> {
  const body = { revision, send_at: sendAt }
  return call('POST /admin/letters/:id/send', { params: { id }, body })
}

export type CampaignSettings = ResponseOf<typeof getCampaignSettings>

export const settingsQuery = query(['admin', 'letter-settings'], () =>
  call('GET /admin/letter-settings', {}),
)
