import type { ResponseOf } from '../../../http/endpoint.ts'
import type { Database } from '../../../platform/database/database.ts'
import { defaultOf, type Environment, setIn } from '../../../platform/settings.ts'
import { t } from '../../../shared/i18n/translate.ts'
import type { getSettings } from '../contract.ts'
import { type EditableSetting, editableNames, editableSettings } from './editable-settings.ts'
import { siteSettings } from './tables.ts'

/** Of secrets only whether they are set. */
export async function listSettings(
  db: Database,
  env: Environment,
): Promise<ResponseOf<typeof getSettings>> {
  const rows = await db.select().from(siteSettings)
  const kept = new Map(rows.map(({ name, value }) => [name, value]))
  return {
    settings: editableNames.map((name) => {
      const setting: EditableSetting = editableSettings[name]
      const isFixed = setIn(env, name)
      const value = isFixed ? env[name] : kept.get(name)
      return {
        name,
        group: setting.group,
        label: t(setting.label),
        hint: t(setting.hint),
        is_secret: setting.isSecret ?? false,
        takes_effect: setting.isAtNextStart ? 'at_next_start' : 'at_once',
        from: isFixed ? 'environment' : kept.has(name) ? 'browser' : 'default',
        value: setting.isSecret ? null : (value ?? null),
        by_default: defaultOf(name),
      }
    }),
  }
}
