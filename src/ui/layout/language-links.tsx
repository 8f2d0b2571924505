import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { OfferedLanguage } from '../../http/page-context.ts'
import { languagePath, languageTag } from '../../shared/i18n/language.ts'
import { t } from '../../shared/i18n/translate.ts'
import { useSession } from '../session.ts'
import { useSite } from '../site.ts'

/** Each leads to this very page in its language; nothing where there is only one. */
export function LanguageLinks() {
  const { languages } = useSite()
  if (languages.length < 2) return null
  return (
    <nav aria-label={t('Read in')} id="languages" className="mt-4 text-sm">
      <ul className="flex flex-wrap gap-x-4">
        {languages.map((language) => (
          <li key={language.code}>
            <LanguageLink
              language={language}
              className="inline-block py-1 hover:underline aria-[current]:font-semibold"
            />
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** To the one other language, or to where all of them stand. */
export function OtherLanguage({ className }: { className: string }) {
  const { languages } = useSite()
  const others = languages.filter(({ tag }) => tag !== languageTag())
  const [other] = others
  if (!other) return null
  if (others.length === 1) return <LanguageLink language={other} className={className} />
  return (
    <a href="#languages" className={className}>
      {t('Languages')}
    </a>
  )
}

/** Mails follow. Whether the server could be told does not matter to the page. */
function rememberLanguage(token: string, language: string): void {
  fetch('/api/auth/profile', {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ language }),
    keepalive: true,
  }).catch(() => undefined)
}

/** What somebody came to the login for goes along (`takeLoginState`); what they were told there has been said. */
function keepState(state: object): void {
  const kept = { state: { ...state, notice: undefined }, by: performance.timeOrigin }
  sessionStorage.setItem('login_state', JSON.stringify(kept))
}

interface LanguageLinkProps {
  language: OfferedLanguage
  className: string
  /** Left out: the language's name. */
  children?: ReactNode
}

/** The page is loaded anew: its scripts are of one language. */
export function LanguageLink({ language, className, children }: LanguageLinkProps) {
  const { pathname, search, hash, state } = useLocation()
  const { code, tag, name } = language
  const session = useSession()
  const address = languagePath(pathname, code) + search + hash
  return (
    <a
      // A kept page names the address that it was made for, and React lets that stand.
      ref={(link) => link?.setAttribute('href', address)}
      href={address}
      hrefLang={tag}
      lang={tag}
      aria-current={tag === languageTag() ? 'true' : undefined}
      data-language={code}
      onClick={() => {
        if (session) rememberLanguage(session.token, code)
        if (state) keepState(state)
      }}
      className={className}
    >
      {children ?? name}
    </a>
  )
}
