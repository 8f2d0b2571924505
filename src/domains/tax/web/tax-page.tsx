import { useQuery } from '@tanstack/react-query'
import { t } from '../../../shared/i18n/translate.ts'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { useRights } from '../../staff/web/use-rights.ts'
import { Gstr1Form } from './gstr1-form.tsx'
import { taxSettingsQuery } from './tax-queries.ts'
import { TaxSettingsForm } from './tax-settings-form.tsx'

/** What the academy is to the tax office, and what its accountant files. */
export default function TaxPage() {
  const { data, isError, isFetching, refetch } = useQuery(taxSettingsQuery)
  const { may } = useRights()
  return (
    <>
      {isError && (
        <LoadFailure
          sentence={t('The tax settings cannot be shown right now.')}
          of={{ isFetching, refetch }}
        />
      )}
      {data === undefined && !isError && (
        <Skeleton label={t('Loading the tax settings')} className="h-96" />
      )}
      {data && <TaxSettingsForm settings={data} />}
      {may('exports') && <Gstr1Form gstin={data?.gstin ?? null} />}
    </>
  )
}
