import { NavLink } from 'react-router'
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

/** The site's places, and what the visitor may do with their session. */
export function SiteLinks({ className, onChosen }: { className: string; onChosen?: () => void }) {
  const session = useSession()
  const loginState = useLoginState()
  const logOut = useLogOut()
  const links = [...publicLinks]
  if (session) links.push({ to: paths.myCourses, label: msg('My Courses') })
  if (session?.user.is_admin) links.push({ to: paths.admin, label: msg('Admin') })
  if (!session) links.push({ to: paths.login, label: msg('Login') })
  return (
    <ul className={className}>
      {links.map(({ to, label }) => (
        <li key={to}>
          <NavLink
            to={to}
            state={to === paths.login && loginState}
            end={to === paths.home}
            prefetch="intent"
            className={linkStyle}
            onClick={onChosen}
          >
            {t(label)}
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
