import { Link } from 'react-router'
import type { PublicSite } from '../../http/page-context.ts'
import { paths } from '../../paths.ts'
import { t } from '../../shared/i18n/translate.ts'
import { BrandMark } from '../figures/brand-mark.tsx'
import { OtherLanguage } from './language-links.tsx'
import { LanguageOffer } from './language-offer.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { SiteLinks } from './site-links.tsx'
import { ThemeButton } from './theme-button.tsx'

export function SiteHeader({ site }: { site: PublicSite }) {
  return (
    <header className="border-b border-line print:hidden">
      <div className="page-width flex min-h-16 flex-wrap items-center gap-x-4">
        {/* Its longest word decides whether the buttons go below it, as they do with large letters. */}
        <div className="min-w-min max-w-full grow basis-0">
          <Link
            to={paths.home}
            className="inline-flex max-w-full items-center gap-2 py-2 font-display text-xl leading-tight font-semibold"
          >
            <BrandMark className="size-8 shrink-0" />
            <span>{site.brand.name}</span>
          </Link>
        </div>
        <div className="ms-auto flex items-center gap-1">
          <nav aria-label={t('Main')} className="hidden lg:block">
            <SiteLinks site={site} className="flex items-center gap-1" />
          </nav>
          <OtherLanguage className="inline-flex min-h-11 items-center rounded-sm px-2 text-sm hover:bg-wash" />
          <ThemeButton />
          <MobileMenu site={site} />
        </div>
      </div>
      <LanguageOffer />
    </header>
  )
}
