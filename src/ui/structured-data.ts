import type { PublicSite } from '../http/page-context.ts'
import { languagePath, languageTag } from '../shared/i18n/language.ts'

/** One thing of schema.org, as search engines read it from a page. */
export interface StructuredData {
  '@type': string
  [property: string]: unknown
}

/** Somewhere on the way from the start page to the page itself. */
export interface Step {
  name: string
  path: string
}

/** Named by its `@id` wherever a page speaks of the academy. */
export function describeAcademy({ brand, publicUrl }: PublicSite): StructuredData {
  return {
    '@type': 'EducationalOrganization',
    '@id': academyId(publicUrl),
    name: brand.name,
    url: `${publicUrl}/`,
    logo: `${publicUrl}/icon-512.png`,
    address: brand.postalAddress,
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer support',
      email: brand.supportEmail,
      telephone: brand.supportPhone,
    },
  }
}

export function academyId(publicUrl: string): string {
  return `${publicUrl}/#academy`
}

/** In the language it is read in. */
export function describePage(
  publicUrl: string,
  { title, path }: { title: string; path: string },
): StructuredData {
  const url = publicUrl + languagePath(path)
  return {
    '@type': 'WebPage',
    '@id': url,
    url,
    name: title,
    inLanguage: languageTag(),
    publisher: { '@id': academyId(publicUrl) },
  }
}

export function describeTrail(publicUrl: string, steps: readonly Step[]): StructuredData {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: publicUrl + languagePath(path),
    })),
  }
}
