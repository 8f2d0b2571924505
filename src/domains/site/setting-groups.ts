/** The parts of the page of settings, in its order. */
export const settingGroups = [
  'academy',
  'figures',
  'payments',
  'mail',
  'sign_in',
  'languages',
  'backups',
] as const

export type SettingGroup = (typeof settingGroups)[number]
