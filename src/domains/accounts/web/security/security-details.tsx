import { useQuery } from '@tanstack/react-query'
import { t } from '../../../../shared/i18n/translate.ts'
import { Skeleton } from '../../../../ui/controls/skeleton.tsx'
import { LoadFailure } from '../../../../ui/load-failure.tsx'
import { AccountPart } from '../account-part.tsx'
import { AuthenticatorApp } from './authenticator-app.tsx'
import { GoogleAccount } from './google-account.tsx'
import { Passkeys } from './passkeys.tsx'
import { securityQuery } from './queries.ts'

/** By what a person logs in besides their password. `withGoogle`: where it is about more than the office. */
export default function SecurityDetails({ withGoogle = true }: { withGoogle?: boolean }) {
  const { data, isLoadingError, isFetching, refetch } = useQuery(securityQuery)
  if (isLoadingError)
    return (
      <LoadFailure sentence={t('This part could not be loaded.')} of={{ isFetching, refetch }} />
    )
  if (!data) return <Skeleton label={t('Loading')} className="h-64" />
  return (
    <>
      <AccountPart heading={t('Passkeys')}>
        <Passkeys passkeys={data.passkeys} />
      </AccountPart>
      <AccountPart heading={t('Second step')}>
        <AuthenticatorApp security={data} />
      </AccountPart>
      {withGoogle && <GoogleAccount security={data} />}
    </>
  )
}
