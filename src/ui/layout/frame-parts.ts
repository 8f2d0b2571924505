import { type ComponentType, createContext } from 'react'
import type { PublicSite } from '../../http/page-context.ts'

interface FrameParts {
  AnnouncementBar: ComponentType<{ site: PublicSite }>
  SiteLinks: ComponentType<{ site: PublicSite; className: string }>
  SiteFooter: ComponentType<{ site: PublicSite }>
}

/**
 * What stands around every page, for the editor that previews it: an import of its own would take
 * these out of the script that all pages begin with.
 */
export const FramePartsContext = createContext<FrameParts | null>(null)
