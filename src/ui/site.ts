import { useRouteLoaderData } from 'react-router'
import type { PublicSite } from '../http/page-context.ts'

/** The academy's public settings, on every screen. */
export function useSite(): PublicSite {
  const site = useRouteLoaderData<{ site: PublicSite }>('root')?.site
  if (!site) throw new Error('The public settings are missing: the root loader did not run.')
  return site
}
