import { t } from '../../shared/i18n/translate.ts'

/** Switches between light and dark, by `themeScript`. Both pictures are there; the theme shows the one it leads to. */
export function ThemeButton() {
  return (
    <button
      type="button"
      data-switch-theme=""
      aria-label={t('Switch between light and dark')}
      className="grid size-11 place-items-center rounded-sm hover:bg-wash"
    >
      <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5 dark:hidden">
        <path d="M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z" className={stroke} />
      </svg>
      <svg viewBox="0 0 24 24" aria-hidden="true" className="hidden size-5 dark:block">
        <circle cx="12" cy="12" r="4.5" className={stroke} />
        <path d={rays} className={stroke} />
      </svg>
    </button>
  )
}

const stroke =
  'fill-none stroke-current stroke-[1.75] [stroke-linecap:round] [stroke-linejoin:round]'
const rays =
  'M12 1.5v2.5M12 20v2.5M1.5 12h2.5M20 12h2.5M4.6 4.6l1.8 1.8M17.6 17.6l1.8 1.8M4.6 19.4l1.8-1.8M17.6 6.4l1.8-1.8'
