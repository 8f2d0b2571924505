/** The parts of the page of settings, in its order. */
export const settingGroups = [
  'academy',
  'figures',
  'payments',
  'mail',
  'sign_in',
  'languages',
  'backups',
  'server',
] as const

/** Who changes these could take money, mails, accounts or backups: they need their own password. */
export const guardedGroups: readonly SettingGroup[] = [
  'payments',
  'mail',
  'sign_in',
  'backups',
  'server',
]

export type SettingGroup = (typeof settingGroups)[number]
