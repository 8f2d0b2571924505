import { isRouteErrorResponse } from 'react-router'
import { paths } from '../../paths.ts'
import { t } from '../../shared/i18n/translate.ts'
import { LinkButton } from '../controls/link-button.tsx'
import { SiteLayout } from './site-layout.tsx'

/** Stands in for a page that was refused or that broke, and says what to do. */
export function FailedPage({ error }: { error: unknown }) {
  const { heading, sentence } = explain(error)
  return (
    <SiteLayout>
      <title>{heading}</title>
      <div className="page-width py-16">
        <h1 className="text-3xl">{heading}</h1>
        <p className="mt-4 max-w-text text-ink-soft">{sentence}</p>
        <p className="mt-8 flex flex-wrap gap-4">
          <LinkButton to={paths.courses}>{t('See the courses')}</LinkButton>
          <LinkButton to={paths.home} variant="secondary">
            {t('Go to the start')}
          </LinkButton>
        </p>
      </div>
    </SiteLayout>
  )
}

function explain(error: unknown): { heading: string; sentence: string } {
  if (isRouteErrorResponse(error) && error.status < 500) {
    const detail: unknown = error.data?.detail
    return {
      heading: error.status === 404 ? t('Page not found') : t('This page cannot be shown'),
      sentence: typeof detail === 'string' ? detail : t('This page does not exist.'),
    }
  }
  return {
    heading: t('Something went wrong on our side'),
    sentence: t(
      'Please load the page again. If it stays like this, write to us: we will look into it.',
    ),
  }
}
