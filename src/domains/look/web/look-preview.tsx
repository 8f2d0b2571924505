import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { paths } from '../../../paths.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import { Tabs } from '../../../ui/controls/tabs.tsx'
import { HtmlFrame } from '../../../ui/layout/html-frame.tsx'
import type { Look } from '../look.ts'
import { lookMark } from '../look-addresses.ts'
import { CertificatePreview } from './certificate-preview.tsx'
import { type LookPreview as Preview, pageQuery } from './look-queries.ts'
import { SpecimenClassroom } from './specimen-classroom.tsx'

type Place = 'home' | 'courses' | 'course' | 'classroom' | 'mail' | 'certificate'

/** The academy's own pages, a mail and a certificate, in what is chosen and not published yet. */
export function LookPreview({
  look,
  preview: newest,
}: {
  look: Look
  preview: Preview | undefined
}) {
  // What stands there stays also where the next cannot be made.
  const [preview, setPreview] = useState(newest)
  if (newest && newest !== preview) setPreview(newest)
  const [place, setPlace] = useState<Place>('home')
  const { data: courses = '' } = useQuery(pageQuery(paths.courses))
  const [, course] = /href="(\/course\/[^"?#]+)"/.exec(courses) ?? []
  if (!preview) return <Skeleton label={t('Loading the preview')} className="h-96" />
  const page = (path: string) => <PageInBothThemes path={path} css={preview.css} />
  const { mail } = preview
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
        {
          name: 'classroom',
          label: t('Classroom'),
          panel: (
            <PageInBothThemes path={paths.home} css={preview.css}>
              <SpecimenClassroom />
            </PageInBothThemes>
          ),
        },
        { name: 'mail', label: t('Mail'), panel: <Frame title={t('A mail')} html={mail} /> },
        {
          name: 'certificate',
          label: t('Certificate'),
          panel: <CertificatePreview look={look} />,
        },
      ]}
    />
  )
}

interface PageInBothThemesProps {
  path: string
  css: string
  /** Seen in the place of what the page holds. */
  children?: ReactNode
}

function PageInBothThemes({ path, css, children }: PageInBothThemesProps) {
  const { data } = useQuery(pageQuery(path))
  if (data === undefined) return <Skeleton label={t('Loading the page')} className="h-96" />
  return (
    <div className="grid gap-4 md:grid-cols-2">
      {(['light', 'dark'] as const).map((theme) => (
        <Frame
          key={theme}
          title={theme === 'light' ? t('In the light theme') : t('In the dark theme')}
          html={wear(
            children ? data.replace(/<body>[\s\S]*<\/body>/, '<body></body>') : data,
            css,
            theme,
          )}
        >
          {children}
        </Frame>
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

interface FrameProps {
  title: string
  html: string
  children?: ReactNode
}

/** Runs nothing and leads nowhere; its pictures and fonts are the site's own. */
function Frame({ title, html, children }: FrameProps) {
  const [body, setBody] = useState<HTMLElement | null>(null)
  return (
    <>
      <HtmlFrame
        title={title}
        sandbox="allow-same-origin"
        html={html}
        className="h-144 w-full rounded-sm border border-line"
        onReady={(page) => setBody(page.body)}
      />
      {body && children && createPortal(children, body)}
    </>
  )
}
