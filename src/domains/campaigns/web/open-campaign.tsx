import { hashKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
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
  const [input, setInput] = useState(blank)
  const typed = useRef(input)
  const [begun, setBegun] = useState<Campaign>()
  const setQuery = useSearchParams()[1]
  const take = useStoreCampaign()
  const save = useMutation({
    mutationFn: (input: CampaignInput) =>
      begun ? saveCampaign(input, begun) : beginCampaign(input, id),
    onSuccess: async (letter) => {
      setBegun(letter)
      await take(letter)
    },
  })
  // At once: what was typed until it is drawn would be lost.
  const show = ({ id }: Campaign, sent: CampaignInput) => {
    if (typed.current === sent) setQuery({ letter: id }, { replace: true, flushSync: true })
  }
  const change = (input: CampaignInput) => {
    typed.current = input
    setInput(input)
  }
  return (
    <>
      <CampaignForm input={input} save={save} onChange={change} onSaved={show} />
      {begun && <SaveFirst />}
    </>
  )
}

export function OpenCampaign({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useQuery(campaignQuery(id))
  if (data) return <OpenedCampaign letter={data} />
  if (error) return <LoadFailure sentence={error.message} of={{ isFetching, refetch }} />
  return <Skeleton label={t('Loading the campaign')} className="h-96" />
}

function OpenedCampaign({ letter }: { letter: Campaign }) {
  const client = useQueryClient()
  // What the form began from: a colleague may have saved or sent another one meanwhile.
  const [begun, setBegun] = useState(letter)
  const [input, setInput] = useState(() => pick(letter))
  // Here, so that it outlives a change of the words.
  const [sendAt, setSendAt] = useState('')
  const take = useStoreCampaign()
  const save = useMutation({
    mutationFn: (input: CampaignInput) => saveCampaign(input, begun),
    onSuccess: async (saved, sent) => {
      setBegun(saved)
      setInput((typed) => (typed === sent ? pick(saved) : typed))
      await take(saved)
    },
    onError: () => client.invalidateQueries({ ...campaignQuery(letter.id), exact: true }),
  })
  const settle = (whose: 'theirs' | 'mine') => {
    save.reset()
    setBegun(letter)
    if (whose === 'theirs') setInput(pick(letter))
  }
  const isChanged = hashKey([input]) !== hashKey([pick(begun)])
  if (!isChanged && letter.revision > begun.revision) {
    setBegun(letter)
    setInput(pick(letter))
  }
  if (!isChanged && letter.state !== 'draft') return <CampaignOnItsWay letter={letter} />
  return (
    <>
      <CampaignForm input={input} save={save} onChange={setInput} onSettle={settle} />
      {isChanged ? (
        <SaveFirst />
      ) : (
        <>
          <CampaignPreview letter={begun} />
          <SendPanel letter={begun} typed={sendAt} onType={setSendAt} />
        </>
      )}
    </>
  )
}

function SaveFirst() {
  return (
    <p className="mt-8 text-ink-soft">
      {t('Save the campaign to see how it looks and to send it.')}
    </p>
  )
}

function pick({ list, subject, body, audience, course_id }: CampaignInput): CampaignInput {
  return { list, subject, body, audience, course_id }
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
