import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '../../../paths.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import { Tabs } from '../../../ui/controls/tabs.tsx'
import { lookMark } from '../look-addresses.ts'
import { type LookPreview as Preview, pageQuery } from './look-queries.ts'

type Place = 'home' | 'courses' | 'course' | 'mail' | 'certificate'

/** The academy's own pages, a mail and a certificate, in what is chosen and not published yet. */
export function LookPreview({ preview }: { preview: Preview | undefined }) {
  const [place, setPlace] = useState<Place>('home')
  const { data: courses = '' } = useQuery(pageQuery(paths.courses))
  const [, course] = /href="(\/course\/[^"?#]+)"/.exec(courses) ?? []
  if (!preview) return <Skeleton label={t('Loading the preview')} className="h-96" />
  const page = (path: string) => <PageInBothThemes path={path} css={preview.css} />
  const { mail, certificate } = preview
  return (
    <Tabs
      label={t('Preview')}
      chosen={place}
      onChoose={setPlace}
      tabs={[
        { name: 'home', label: t('Home'), panel: page(paths.home) },
        { name: 'courses', label: t('Courses'), panel: page(paths.courses) },
        ...(course === undefined
          ? []
          : [{ name: 'course' as const, label: t('Course'), panel: page(course) }]),
        { name: 'mail', label: t('Mail'), panel: <Frame title={t('A mail')} html={mail} /> },
        {
          name: 'certificate',
          label: t('Certificate'),
          panel: (
            <img
              src={`data:image/svg+xml,${encodeURIComponent(certificate)}`}
              alt={t('A certificate as it is printed')}
              width="842"
              height="595"
              className="h-auto w-full border border-line"
            />
          ),
        },
      ]}
    />
  )
}

function PageInBothThemes({ path, css }: { path: string; css: string }) {
  const { data } = useQuery(pageQuery(path))
  if (data === undefined) return <Skeleton label={t('Loading the page')} className="h-96" />
  return (
    <div className="grid gap-4 md:grid-cols-2">
      {(['light', 'dark'] as const).map((theme) => (
        <Frame
          key={theme}
          title={theme === 'light' ? t('In the light theme') : t('In the dark theme')}
          html={wear(data, css, theme)}
        />
      ))}
    </div>
  )
}

/** A page without its scripts, in other styles than the published ones. */
function wear(html: string, css: string, theme: 'light' | 'dark'): string {
  const [before = '', rest = ''] = html.split(lookMark)
  const bare = rest === '' ? before : before + rest.slice(rest.indexOf('</style>'))
  return bare
    .replaceAll(/<script[\s\S]*?<\/script>/g, '')
    .replace('<html ', `<html data-theme="${theme}" `)
    .replace('</style>', (end) => css + end)
}

/** Runs nothing and leads nowhere; its pictures and fonts are the site's own. */
function Frame({ title, html }: { title: string; html: string }) {
  return (
    <iframe
      title={title}
      sandbox="allow-same-origin"
      srcDoc={html}
      className="h-144 w-full rounded-sm border border-line"
    />
  )
}
