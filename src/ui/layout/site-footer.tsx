import type { SiteLink as LinkOfSite, PublicSite } from '../../http/page-context.ts'
import { paths } from '../../paths.ts'
import { msg, t } from '../../shared/i18n/translate.ts'
import { LanguageLinks } from './language-links.tsx'
import { SiteLink } from './site-link.tsx'
import { ThemeChoice } from './theme-choice.tsx'

const quickLinks = [
  { to: paths.courses, label: msg('Courses') },
  { to: paths.about, label: msg('About Us') },
  { to: paths.results, label: msg('Results') },
  { to: paths.myCourses, label: msg('My Courses') },
]

const supportLinks = [
  { to: paths.contact, label: msg('Contact') },
  { to: paths.refundPolicy, label: msg('Refund Policy') },
  { to: paths.terms, label: msg('Terms') },
  { to: paths.privacy, label: msg('Privacy') },
]

export function SiteFooter({ site: { brand, frame } }: { site: PublicSite }) {
  const columns = frame?.footer ?? [
    { heading: t('Quick links'), links: translated(quickLinks) },
    { heading: t('Support'), links: translated(supportLinks) },
  ]
  return (
    <footer className="mt-10 border-t border-line bg-wash print:hidden">
      <div className="page-width grid grid-cols-2 gap-6 py-8 lg:grid-cols-4">
        <div className="col-span-2 lg:col-span-1">
          <p className="font-display text-lg font-semibold">{brand.name}</p>
          <p className="mt-2 text-sm text-ink-soft">
            {brand.subject === null
              ? t('Video courses in making things with AI, for creators in India.')
              : t('Learn {subject}.', { subject: brand.subject })}
          </p>
          <ThemeChoice />
          <LanguageLinks />
          {frame && <SocialLinks links={frame.social} />}
        </div>
        {columns.map(({ heading, links }) => (
          <FooterLinks key={heading} heading={heading} links={links} />
        ))}
        <address className="col-span-2 text-sm not-italic lg:col-span-1">
          <h2 className="text-lg">{t('Talk to us')}</h2>
          <p className="mt-2">
            <a href={`mailto:${brand.supportEmail}`} className="text-link inline-block py-1">
              {brand.supportEmail}
            </a>
          </p>
          <p>
            <a
              dir="ltr"
              href={`tel:${brand.supportPhone.replaceAll(/[^+\d]/g, '')}`}
              className="text-link inline-block py-1"
            >
              {brand.supportPhone}
            </a>
          </p>
          <p className="mt-1 text-ink-soft">{brand.supportHours}</p>
          <p className="mt-2 text-ink-soft">{brand.postalAddress}</p>
        </address>
      </div>
    </footer>
  )
}

function translated(links: readonly LinkOfSite[]): LinkOfSite[] {
  return links.map(({ to, label }) => ({ to, label: t(label) }))
}

function SocialLinks({ links }: { links: readonly LinkOfSite[] }) {
  if (links.length === 0) return null
  return (
    <ul className="mt-3 flex flex-wrap gap-x-4 text-sm">
      {links.map((link) => (
        <li key={link.to}>
          <SiteLink link={link} className="inline-block py-1 hover:underline" />
        </li>
      ))}
    </ul>
  )
}

function FooterLinks(props: { heading: string; links: readonly LinkOfSite[] }) {
  return (
    <nav aria-label={props.heading}>
      <h2 className="text-lg">{props.heading}</h2>
      <ul className="mt-2 text-sm">
        {props.links.map(({ to, label }) => (
          <li key={`${to} ${label}`}>
            <SiteLink link={{ to, label }} className="inline-block py-1 hover:underline" />
          </li>
        ))}
      </ul>
    </nav>
  )
}
