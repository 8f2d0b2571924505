import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useMutation } from '../../../http/web/use-mutation.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import type { Campaign, CampaignInput } from '../contract.ts'
import { CampaignForm } from './campaign-form.tsx'
import { CampaignPreview } from './campaign-preview.tsx'
import { CampaignProgress } from './campaign-progress.tsx'
import { beginCampaign, campaignQuery, saveCampaign } from './queries.ts'
import { SendPanel } from './send-panel.tsx'
import { useStoreCampaign } from './use-store-campaign.ts'

const blank: CampaignInput = {
  list: 'news',
  subject: '',
  body: '',
  audience: 'everybody',
  course_id: null,
}

export function NewCampaign() {
  // Kept over a second try, so that a lost answer does not make two. Missing on plain HTTP.
  const [id] = useState(() => ('randomUUID' in crypto ? crypto.randomUUID() : undefined))
  const setQuery = useSearchParams()[1]
  const take = useStoreCampaign()
  const begin = useMutation({
    mutationFn: (input: CampaignInput) => beginCampaign(input, id),
    onSuccess: async (letter) => {
      await take(letter)
      setQuery({ letter: letter.id }, { replace: true })
    },
  })
  return <CampaignForm saved={blank} save={begin} />
}

export function OpenCampaign({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useQuery(campaignQuery(id))
  if (data?.state === 'draft') return <Draft letter={data} />
  if (data) return <CampaignOnItsWay letter={data} />
  if (error) {
    return (
      <LoadFailure
        sentence={error.message}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  return <Skeleton label={t('Loading the campaign')} className="h-96" />
}

function Draft({ letter }: { letter: Campaign }) {
  const [isChanged, setIsChanged] = useState(false)
  const take = useStoreCampaign()
  const save = useMutation({
    mutationFn: (input: CampaignInput) => saveCampaign(input, letter),
    onSuccess: async (saved) => {
      await take(saved)
      setIsChanged(false)
    },
  })
  return (
    <>
      <CampaignForm saved={letter} save={save} onChange={() => setIsChanged(true)} />
      {isChanged ? (
        <p className="mt-8 text-ink-soft">
          {t('Save the campaign to see how it looks and to send it.')}
        </p>
      ) : (
        <>
          <CampaignPreview letter={letter} />
          <SendPanel letter={letter} />
        </>
      )}
    </>
  )
}

function CampaignOnItsWay({ letter }: { letter: Campaign }) {
  return (
    <>
      <h2 className="wrap-anywhere text-2xl">{letter.subject}</h2>
      <CampaignProgress letter={letter} />
      <CampaignPreview letter={letter} />
    </>
  )
}
