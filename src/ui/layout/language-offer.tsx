import { languageTag } from '../../shared/i18n/language.ts'
import { useSite } from '../site.ts'
import { LanguageLink } from './language-links.tsx'

/**
 * Shows the line of the first language that this browser asks for before English, unless somebody has
 * said no to it, or comes from a page in it. It stands right behind the lines, so that what is below
 * them is not painted twice.
 */
export const offerScript = `{let s={};try{s=localStorage}catch{}
if(!s.no_language)for(const l of navigator.languages){const c=l.split('-')[0],p=document.querySelector('[data-offer='+c+']')
if(c=='en')break
if(p){if(document.referrer.replace(location.origin,'').split(/[/?#]/)[1]==c)s.no_language=1
else{p.hidden=0;p.lastChild.onclick=()=>{p.hidden=s.no_language=1}}break}}}`

/** Offers who reads English the language of their browser, in its own words. Nobody is led there unasked. */
export function LanguageOffer() {
  const { languages } = useSite()
  const [english, ...others] = languages
  if (others.length === 0 || languageTag() !== english?.tag) return null
  return (
    <>
      {others.map((language) => (
        <p
          key={language.code}
          hidden
          suppressHydrationWarning
          data-offer={language.code}
          lang={language.tag}
          dir={language.offer?.direction}
          className="page-width flex items-center justify-end gap-3 text-sm"
        >
          <LanguageLink language={language} className="text-link py-3">
            {language.offer?.read}
          </LanguageLink>
          <button type="button" className="min-h-11 rounded-sm px-3 hover:bg-wash">
            {language.offer?.close}
          </button>
        </p>
      ))}
      <script
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? offerScript : '' }}
      />
    </>
  )
}
