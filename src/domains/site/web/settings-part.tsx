import { useQuery } from '@tanstack/react-query'
import { t } from '../../../shared/i18n/translate.ts'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import type { SettingGroup } from '../setting-groups.ts'
import { settingsQuery } from './queries.ts'
import { SettingsForm } from './settings-form.tsx'

interface SettingsPartProps {
  label: string
  /** All of a group, or those of these names, in the order of the fields. */
  of: SettingGroup | readonly string[]
}

/** Some settings alone, where one is led to them. */
export function SettingsPart({ label, of }: SettingsPartProps) {
  const { data } = useQuery(settingsQuery)
  if (!data) return <Skeleton label={t('Loading the settings')} className="h-40" />
  const settings =
    typeof of === 'string'
      ? data.settings.filter(({ group }) => group === of)
      : of.flatMap((name) => data.settings.filter((one) => one.name === name))
  return <SettingsForm label={label} settings={settings} />
}
