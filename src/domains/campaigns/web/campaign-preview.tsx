import { useQuery } from '@tanstack/react-query'
import { t } from '../../../shared/i18n/translate.ts'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import { HtmlFrame } from '../../../ui/layout/html-frame.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import type { Campaign } from '../contract.ts'
import { previewQuery } from './queries.ts'

/** A letter as it is mailed, in a frame where nothing of it runs. */
export function CampaignPreview({ letter }: { letter: Campaign }) {
  const { data, isError, isFetching, refetch } = useQuery(previewQuery(letter))
  return (
    <section aria-labelledby="preview" className="mt-8">
      <h2 id="preview" className="mb-3 text-2xl">
        {t('How it looks')}
      </h2>
      {isError && (
        <LoadFailure
          sentence={t('The campaign cannot be shown right now.')}
          of={{ isFetching, refetch }}
        />
      )}
      {data === undefined && !isError && (
        <Skeleton label={t('Loading the campaign')} className="h-96" />
      )}
      {data && (
        <HtmlFrame
          title={t('The campaign “{subject}”', { subject: data.subject })}
          sandbox=""
          html={data.html}
          className="h-144 w-full max-w-text rounded-md border border-line bg-white"
        />
      )}
    </section>
  )
}
