import { createContext } from 'react-router'
import type { Language } from '../shared/i18n/language.ts'
import type { SendRequest } from './api-client.ts'

/** A language that visitors may choose. */
export interface OfferedLanguage extends Pick<Language, 'code' | 'tag' | 'name'> {
  /** How it is offered to who reads English; English is not. */
  offer?: { read: string; close: string; direction: Language['direction'] }
}

/** What every visitor may know of this academy; the root loader hands it to all screens. */
export interface PublicSite {
  brand: {
    name: string
    /** What is taught, as it goes on after “Learn”; null: what the specification's academy teaches. */
    subject: string | null
    supportEmail: string
    supportPhone: string
    supportHours: string
    postalAddress: string
  }
  /** Null: nobody has confirmed it, and no page says it. */
  figures: {
    priceInRupees: number | null
    usualPriceInRupees: number | null
    usualPriceFactor: number | null
    seatsAMonth: number | null
    seatsLeft: number | null
    peopleWatching: number | null
    students: string | null
    successRate: string | null
    rating: string | null
    guaranteeInDays: number
  }
  /** Left out while nobody has changed it. */
  frame?: Frame
  /** The first is English. */
  languages: readonly OfferedLanguage[]
  /** No real money moves. */
  sandbox: boolean
  /** The sandbox may be tried by others than this machine, who cannot read its mails. */
  publicSandbox: boolean
  /** Mails are kept in a page at `paths.outbox` instead of being sent. */
  outbox: boolean
  /** Where links that leave the site start, without a slash at the end. */
  publicUrl: string
  /** The payment provider's checkout script; its origin is allowed by the pages' headers. */
  checkoutScript: string
  /** Null: no Google button. The script is Google's own, or its stand-in's in the sandbox. */
  google: { clientId: string; script: string } | null
}

export interface SiteLink {
  label: string
  /** A path of the academy, or an address that begins with https. */
  to: string
}

/** What owners have changed of what stands around every page, in their own words. */
export interface Frame {
  /** Null: as it comes with the academy. */
  menu: SiteLink[] | null
  footer: { heading: string; links: SiteLink[] }[] | null
  announcement: { text: string; link: SiteLink | null } | null
  social: SiteLink[]
}

/** What a page is rendered from: calls answered as for a visitor, and the public settings. */
export interface Site {
  ask: SendRequest
  settings: PublicSite
  /** The nonce of what the server itself writes into a page; it is taken out before the page is sent. */
  inlineMark?: string
}

/** A loader reads it by `context.get(siteContext)`. */
export const siteContext = createContext<Site>()

/** Whether a loader answers the browser's router, which draws by itself, and not a whole page. */
export const isDataContext = createContext(false)

/** HTML that a loader hands to the server's rendering, and not to the browser (`src/ui/server-html.ts`). */
export const serverHtmlContext = createContext<Map<string, string>>()

/** A screen's `handle`: what of its address changes what the server renders for it. */
export interface PageHandle {
  queryNames?: readonly string[]
  /** The one of them that holds what people search. */
  searchName?: string
  /** The one spelling of an id that people type in many; without it each is a page of its own. */
  spellId?: (id: string) => string
}
