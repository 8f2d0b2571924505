import anekFont from '@fontsource-variable/anek-latin/files/anek-latin-latin-wght-normal.woff2?url'
import type { ReactNode } from 'react'
import { type LinksFunction, type LoaderFunctionArgs, Outlet } from 'react-router'
import { siteContext } from './http/page-context.ts'
import { translate } from './shared/i18n/translate.ts'
import { Document } from './ui/document.tsx'
import { FailedPage } from './ui/layout/failed-page.tsx'
import { SiteLayout } from './ui/layout/site-layout.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const { settings, ask } = context.get(siteContext)
  const frame = await ask('GET /frame', {})
  const { menu, footer, announcement, social } = frame
  const isChanged = menu !== null || footer !== null || announcement !== null || social.length > 0
  // Those that hold where none are set are ours.
  const supportHours = translate(settings.brand.supportHours)
  const brand = { ...settings.brand, supportHours }
  return { site: { ...settings, brand, ...(isChanged && { frame }) } }
}

/** The public settings do not change while a tab is open. */
export const shouldRevalidate = () => false

/** A look may have put another in its place: the browser goes on with what the page brought. */
function firstFont(): string {
  if (import.meta.env.SSR) return anekFont
  return document.querySelector('link[as=font]')?.getAttribute('href') ?? ''
}

export const links: LinksFunction = () => [
  { rel: 'preload', href: firstFont(), as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
]

export function Layout({ children }: { children: ReactNode }) {
  return <Document>{children}</Document>
}

export default function Root() {
  return (
    <SiteLayout>
      <Outlet />
    </SiteLayout>
  )
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return <FailedPage error={error} />
}
