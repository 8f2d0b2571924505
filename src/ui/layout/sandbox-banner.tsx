import { paths } from '../../paths.ts'
import { t } from '../../shared/i18n/translate.ts'
import { rich } from '../rich.tsx'
import { useSite } from '../site.ts'

const strong = <strong />

/** Says, where no real money moves, that none does; and to strangers that this is a trial. */
export function SandboxBanner() {
  const { sandbox, publicSandbox, outbox } = useSite()
  if (!sandbox) return null
  return (
    <aside aria-label={t('Sandbox')} className="bg-ink text-paper print:hidden">
      <p className="page-width py-1.5 text-center text-sm">
        {publicSandbox
          ? rich('<strong>Public sandbox:</strong> no real money moves here.', { strong })
          : rich('<strong>Sandbox:</strong> no real money moves here.', { strong })}{' '}
        {publicSandbox && t('Everything is a trial: please enter nothing that is private.')}
        {outbox && !publicSandbox && (
          <a href={paths.outbox} className="underline underline-offset-3">
            {t('Read the mails it would have sent')}
          </a>
        )}
      </p>
    </aside>
  )
}
