import { Link } from 'react-router'
import type { SiteLink as LinkOfSite } from '../../http/page-context.ts'

interface SiteLinkProps {
  link: LinkOfSite
  className: string
}

/** To a page of the academy, or to another site. */
export function SiteLink({ link: { to, label }, className }: SiteLinkProps) {
  return to.startsWith('/') ? (
    <Link to={to} className={className}>
      {label}
    </Link>
  ) : (
    <a href={to} rel="noopener" className={className}>
      {label}
    </a>
  )
}
