import { useQuery } from '@tanstack/react-query'
import { msg, t } from '../../../shared/i18n/translate.ts'
import { FormFold } from '../../../ui/controls/form-fold.tsx'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { type SettingGroup, settingGroups } from '../setting-groups.ts'
import { settingsQuery } from './queries.ts'
import { SettingsForm } from './settings-form.tsx'
import { WebhookAddress } from './webhook-address.tsx'

const groups: Record<SettingGroup, { title: string; about: string }> = {
  academy: { title: msg('Academy'), about: msg('Its name, and how people reach it.') },
  figures: {
    title: msg('Figures of the pages'),
    about: msg(
      'Only what is true: a figure is shown with what you write here, and what proves it stands in the audit log.',
    ),
  },
  payments: {
    title: msg('Payments'),
    about: msg('Without Razorpay’s keys this is a sandbox, where no money moves.'),
  },
  mail: { title: msg('Mail'), about: msg('Through which server mails go out, and from whom.') },
  sign_in: {
    title: msg('Logging in'),
    about: msg('The Google button, and when staff are asked again.'),
  },
  languages: { title: msg('Languages'), about: msg('Which languages visitors may choose.') },
  backups: { title: msg('Backups'), about: msg('Where a backup goes every night.') },
  server: {
    title: msg('Address and files'),
    about: msg('Where people find the academy, and where its films and files lie.'),
  },
}

/** What owners set without touching the machine; each part is a form of its own. */
export default function SettingsPage() {
  const { data, isError, isFetching, refetch } = useQuery(settingsQuery)
  return (
    <>
      <p className="mb-8 max-w-text text-ink-soft">
        {t(
          'What the academy was started with (its environment variables) wins and cannot be changed here.',
        )}
      </p>
      {isError && (
        <LoadFailure
          sentence={t('The settings cannot be shown right now.')}
          of={{ isFetching, refetch }}
        />
      )}
      {data === undefined && !isError && (
        <Skeleton label={t('Loading the settings')} className="h-96" />
      )}
      {data &&
        settingGroups.map((group) => {
          const { title, about } = groups[group]
          return (
            <section key={group} aria-labelledby={group} className="mb-8 max-w-text">
              <h2 id={group} className="text-2xl">
                {t(title)}
              </h2>
              <p className="mt-1 text-ink-soft">{t(about)}</p>
              {group === 'payments' && <WebhookAddress />}
              <FormFold
                label={t('Change: {part}', { part: t(title) })}
                isOpen={group === 'academy'}
              >
                <SettingsForm
                  label={t(title)}
                  settings={data.settings.filter((setting) => setting.group === group)}
                />
              </FormFold>
            </section>
          )
        })}
    </>
  )
}
