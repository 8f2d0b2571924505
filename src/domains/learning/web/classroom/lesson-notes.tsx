import { t } from '../../../../shared/i18n/translate.ts'
import { Prose } from '../../../../ui/prose.tsx'

export interface NotedLesson {
  /** Safe HTML. */
  text_html?: string | undefined
  links?: readonly { title: string; url: string }[] | undefined
}

/** What a lesson is besides its film: its text and its links. Nothing where it has neither. */
export function LessonNotes({ lesson }: { lesson: NotedLesson }) {
  const { text_html: html = '', links = [] } = lesson
  if (html === '' && links.length === 0) return null
  return (
    <section aria-label={t('About this lesson')} className="mt-5 max-w-text">
      <Prose html={html} />
      {links.length > 0 && (
        <>
          <h3 className="mt-5 text-lg">{t('Links')}</h3>
          <ul className="mt-2 grid gap-1.5">
            {links.map(({ title, url }) => (
              <li key={`${title} ${url}`} className="wrap-anywhere">
                <a
                  href={url}
                  target="_blank"
                  rel="nofollow noopener noreferrer"
                  className="text-link"
                >
                  {title || url}
                  <span className="sr-only"> {t('(opens in a new tab)')}</span>
                </a>
                {title !== '' && <span className="text-sm text-ink-soft"> {hostOf(url)}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** Where a link leads, told before it is followed. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : ''
}
