import { useQuery } from '@tanstack/react-query'
import { t } from '../../../shared/i18n/translate.ts'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { AccountPart } from '../../accounts/web/account-part.tsx'
import { type RegisterRecord, registerQuery } from './queries.ts'

/** What is kept about people and why, as the register in the code says. */
export function KeptData() {
  const { data, isError, isFetching, refetch } = useQuery(registerQuery)
  return (
    <AccountPart isText heading={t('What we keep about you')}>
      {isError ? (
        <LoadFailure sentence={t('This part could not be loaded.')} of={{ isFetching, refetch }} />
      ) : data ? (
        <ul className="divide-y divide-line border-y border-line">
          {data.records.map((record) => (
            <li key={record.name}>
              <KeptRecord record={record} />
            </li>
          ))}
        </ul>
      ) : (
        <Skeleton label={t('Loading')} className="h-96" />
      )}
    </AccountPart>
  )
}

function KeptRecord({ record }: { record: RegisterRecord }) {
  const facts = [
    { name: t('What for'), text: record.purpose },
    { name: t('Why we may'), text: record.basis },
    { name: t('How long'), text: record.kept },
    { name: t('If you delete your account'), text: record.erased },
  ]
  return (
    <details>
      <summary className="cursor-pointer py-3">
        <span className="font-semibold">{record.title}</span>
        <span className="block text-sm text-ink-soft">{record.what}</span>
      </summary>
      <dl className="grid gap-x-6 gap-y-3 pb-4 sm:grid-cols-2">
        {facts.map(({ name, text }) => (
          <div key={name}>
            <dt className="text-sm text-ink-soft">{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
