import { useSearchParams } from 'react-router'
import { t } from '../../../shared/i18n/translate.ts'
import { useSession } from '../../../ui/session.ts'
import { ComplaintForm } from './complaint-form.tsx'
import { OwnComplaintView } from './own-complaint-view.tsx'

/** Files a complaint; with its id in the address it shows the one that a mail or the account leads to. */
export default function ComplaintPage() {
  const [query] = useSearchParams()
  const session = useSession()
  const id = query.get('id')
  return (
    <div className="page-width py-10 lg:py-16">
      <div className="mx-auto max-w-form">
        {id === null ? (
          <>
            <h1 className="text-3xl sm:text-4xl">{t('File a complaint')}</h1>
            <p className="mt-3 mb-8 text-ink-soft">
              {t(
                'For what was not put right. It gets a number at once, by mail as well, and an answer within a month.',
              )}
            </p>
            <ComplaintForm isSignedIn={session !== null} />
          </>
        ) : (
          <>
            <h1 className="mb-6 text-3xl sm:text-4xl">{t('Your complaint')}</h1>
            <OwnComplaintView id={id} token={query.get('token') ?? undefined} />
          </>
        )}
      </div>
    </div>
  )
}
