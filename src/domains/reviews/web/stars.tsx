import { t } from '../../../shared/i18n/translate.ts'

/** Read out as '4 of 5 stars'. */
export function Stars({ stars }: { stars: number }) {
  return (
    <span>
      <span aria-hidden="true" className="tracking-wider text-amber">
        {'★'.repeat(stars)}
        {'☆'.repeat(5 - stars)}
      </span>
      <span className="sr-only">{t('{stars, number} of 5 stars', { stars })}</span>
    </span>
  )
}
