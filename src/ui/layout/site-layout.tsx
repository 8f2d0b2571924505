import { type ReactNode, useEffect } from 'react'
import { t } from '../../shared/i18n/translate.ts'
import { replayEarlyInput } from '../replay-early-input.ts'
import { useIsSessionKnown } from '../session.ts'
import { useSite } from '../site.ts'
import { AnnouncementBar } from './announcement-bar.tsx'
import { FramePartsContext } from './frame-parts.ts'
import { RouteAnnouncer } from './route-announcer.tsx'
import { SandboxBanner } from './sandbox-banner.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import { SiteLinks } from './site-links.tsx'

const frameParts = { AnnouncementBar, SiteLinks, SiteFooter }

/** Header, the page's own part, footer. A screen brings its own widths: `page-width` is usual. */
export function SiteLayout({ children }: { children: ReactNode }) {
  const site = useSite()
  // What is pressed then finds out who is there.
  const isAlive = useIsSessionKnown()
  useEffect(() => {
    if (isAlive) void replayEarlyInput()
  }, [isAlive])
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:rounded-sm focus:bg-marigold focus:px-4 focus:py-2 focus:text-on-marigold"
      >
        {t('Skip to the content')}
      </a>
      <SandboxBanner />
      <AnnouncementBar site={site} />
      <SiteHeader site={site} />
      <main id="main" tabIndex={-1} className="grow">
        <FramePartsContext value={frameParts}>{children}</FramePartsContext>
      </main>
      <SiteFooter site={site} />
      <RouteAnnouncer />
    </div>
  )
}
