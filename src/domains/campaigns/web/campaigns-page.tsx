import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import type { ResponseOf } from '../../../http/endpoint.ts'
import { msg, t } from '../../../shared/i18n/translate.ts'
import { Badge } from '../../../ui/controls/badge.tsx'
import { dateColumn } from '../../../ui/controls/columns.ts'
import type { Column } from '../../../ui/controls/data-table.tsx'
import { LinkButton } from '../../../ui/controls/link-button.tsx'
import { PagedTable } from '../../../ui/controls/paged-table.tsx'
import type { listCampaigns } from '../contract.ts'
import { audienceLabel, progressLabel, stateNames } from './campaign-labels.ts'
import { CampaignSettingsForm } from './campaign-settings-form.tsx'
import { NewCampaign, OpenCampaign } from './open-campaign.tsx'
import { campaignsQuery } from './queries.ts'

type Listed = ResponseOf<typeof listCampaigns>['letters'][number]

/** Campaigns: a list, or the one that the address names. */
export default function CampaignsPage() {
  const chosen = useSearchParams()[0].get('letter')
  if (chosen === null) return <CampaignList />
  return (
    <>
      <p className="mb-4 text-sm">
        <Link to="?" className="text-link inline-block py-3 lg:py-1">
          {t('Back to all campaigns')}
        </Link>
      </p>
      {chosen === 'new' ? <NewCampaign /> : <OpenCampaign key={chosen} id={chosen} />}
    </>
  )
}

function CampaignList() {
  const found = useInfiniteQuery(campaignsQuery)
  return (
    <>
      <p className="max-w-text text-ink-soft">
        {t('News goes only to those who said yes to it. Every e-mail has a link to unsubscribe.')}
      </p>
      <p className="mt-4">
        <LinkButton to="?letter=new">{t('Write a campaign')}</LinkButton>
      </p>
      <PagedTable
        noun={t('campaigns')}
        found={found}
        rowsOf={({ letters }) => letters}
        keyOf={({ id }) => id}
        columns={columns}
        empty={{ title: t('No campaigns yet'), text: t('Tell your learners what is new.') }}
      />
      <CampaignSettingsForm />
    </>
  )
}

const tones = { draft: 'plain', scheduled: 'waiting', sending: 'waiting', sent: 'good' } as const

const columns: Column<Listed>[] = [
  {
    heading: msg('Subject'),
    isWide: true,
    cell: ({ id, subject }) => (
      <Link
        to={`?letter=${id}`}
        className="text-link inline-block py-2.5 font-medium wrap-anywhere lg:py-0"
      >
        {subject}
      </Link>
    ),
  },
  { heading: msg('To'), cell: (letter) => audienceLabel(letter) },
  {
    heading: msg('State'),
    cell: ({ state, has_stopped: hasStopped }) => (
      <Badge tone={tones[state]}>{hasStopped ? t('Stopped') : t(stateNames[state])}</Badge>
    ),
  },
  { heading: msg('Progress'), cell: (letter) => progressLabel(letter) },
  { ...dateColumn(msg('Written'), ({ created_at: at }) => at), isUnbroken: true },
]
