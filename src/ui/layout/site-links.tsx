import { NavLink } from 'react-router'
import type { PublicSite } from '../../http/page-context.ts'
import { paths } from '../../paths.ts'
import { msg, t } from '../../shared/i18n/translate.ts'
import { useLoginState, useSession } from '../session.ts'
import { useLogOut } from './use-log-out.ts'

const publicLinks: { to: string; label: string }[] = [
  { to: paths.home, label: msg('Home') },
  { to: paths.courses, label: msg('Courses') },
  { to: paths.about, label: msg('About Us') },
  { to: paths.results, label: msg('Results') },
]

const linkStyle =
  'block rounded-sm px-3 py-2 hover:bg-wash aria-[current=page]:underline aria-[current=page]:decoration-marigold aria-[current=page]:decoration-3 aria-[current=page]:underline-offset-6'

interface SiteLinksProps {
  site: PublicSite
  className: string
  onChosen?: () => void
}

/** The site's places, and what the visitor may do with their session. */
export function SiteLinks({ site, className, onChosen }: SiteLinksProps) {
  const session = useSession()
  const loginState = useLoginState()
  const logOut = useLogOut()
  const menu = site.frame?.menu
  const links = menu ? [...menu] : publicLinks.map(({ to, label }) => ({ to, label: t(label) }))
  if (session) links.push({ to: paths.myCourses, label: t('My Courses') })
  if (session?.user.is_admin) links.push({ to: paths.admin, label: t('Admin') })
  if (!session) links.push({ to: paths.login, label: t('Login') })
  return (
    <ul className={className}>
      {links.map(({ to, label }) => (
        <li key={`${to} ${label}`}>
          <NavLink
            to={to}
            state={to === paths.login && loginState}
            end={to === paths.home}
            prefetch="intent"
            className={linkStyle}
            onClick={onChosen}
          >
            {label}
          </NavLink>
        </li>
      ))}
      {session && (
        <li>
          <button
            type="button"
            className={`${linkStyle} w-full text-start`}
            onClick={() => {
              onChosen?.()
              logOut()
            }}
          >
            {t('Logout')}
          </button>
        </li>
      )}
    </ul>
  )
}
