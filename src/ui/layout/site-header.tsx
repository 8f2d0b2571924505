import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { BrandMark } from '../figures/brand-mark.tsx'
import { useSite } from '../site.ts'
import { MobileMenu } from './mobile-menu.tsx'
import { SiteLinks } from './site-links.tsx'
import { ThemeButton } from './theme-button.tsx'

export function SiteHeader() {
  const { brand } = useSite()
  return (
    <header className="border-b border-line print:hidden">
      <div className="page-width flex min-h-16 items-center justify-between gap-4">
        <Link
          to={paths.home}
          className="flex items-center gap-2 py-2 font-display text-xl leading-tight font-semibold"
        >
          <BrandMark className="size-8 shrink-0" />
          {brand.name}
        </Link>
        <div className="flex items-center gap-1">
          <nav aria-label="Main" className="hidden lg:block">
            <SiteLinks className="flex items-center gap-1" />
          </nav>
          <ThemeButton />
          <MobileMenu />
        </div>
      </div>
    </header>
  )
}
