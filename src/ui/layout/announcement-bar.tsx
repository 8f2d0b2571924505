import type { PublicSite } from '../../http/page-context.ts'
import { t } from '../../shared/i18n/translate.ts'
import { SiteLink } from './site-link.tsx'

/** What owners want everybody to see for a while. */
export function AnnouncementBar({ site }: { site: PublicSite }) {
  const announcement = site.frame?.announcement
  if (!announcement) return null
  const { text, link } = announcement
  return (
    <aside
      aria-label={t('Announcement')}
      className="border-b border-line bg-wash text-ink print:hidden"
    >
      <p className="page-width py-2 text-center text-sm wrap-anywhere">
        {text} {link && <SiteLink link={link} className="text-link inline-block" />}
      </p>
    </aside>
  )
}
