import { msg, t } from '../../shared/i18n/translate.ts'
import { chooseTheme, type Theme, useTheme } from './theme.ts'

const choices: { theme: Theme; label: string }[] = [
  { theme: 'system', label: msg('As on my device') },
  { theme: 'light', label: msg('Light') },
  { theme: 'dark', label: msg('Dark') },
]

export function ThemeChoice() {
  const chosen = useTheme()
  return (
    <p className="mt-4 text-sm">
      <label htmlFor="theme" className="block">
        {t('Colours')}
      </label>
      <select
        id="theme"
        value={chosen}
        onChange={(event) => {
          const choice = choices.find(({ theme }) => theme === event.target.value)
          if (choice) chooseTheme(choice.theme)
        }}
        className="mt-1 min-h-10 rounded-sm border border-edge bg-sheet px-2"
      >
        {choices.map(({ theme, label }) => (
          <option key={theme} value={theme}>
            {t(label)}
          </option>
        ))}
      </select>
    </p>
  )
}
