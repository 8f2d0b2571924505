import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import type { GetGrievanceOfficer } from '../../domains/operations/web/queries.ts'
import { siteContext } from '../../http/page-context.ts'
import { paths } from '../../paths.ts'
import { t } from '../../shared/i18n/translate.ts'
import { MailLink } from '../../ui/mail-link.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { useSite } from '../../ui/site.ts'
import { TextPage, TextSection } from './text-page.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const { ask } = context.get(siteContext)
  return ask<GetGrievanceOfficer>('GET /grievance-officer', {})
}

export const meta: MetaFunction = (args) =>
  pageMeta(args, {
    title: t('Contact'),
    description: t('How to reach us by e-mail, by telephone and by post.'),
    path: paths.contact,
  })

export default function ContactScreen() {
  const { brand } = useSite()
  const { grievance_officer: officer } = useLoaderData<typeof loader>()
  return (
    <TextPage heading={t('Contact')} lead={t('We answer {hours}.', { hours: brand.supportHours })}>
      <TextSection heading={t('E-mail')}>
        <p>
          <MailLink address={brand.supportEmail} />
        </p>
        <p className="text-ink-soft">
          {t(
            'The best way for anything about a payment: write from the address of your account and name the payment id from My Courses, Payment History.',
          )}
        </p>
      </TextSection>
      <TextSection heading={t('Telephone')}>
        <p>
          <a
            dir="ltr"
            href={`tel:${brand.supportPhone.replaceAll(/[^+\d]/g, '')}`}
            className="text-link"
          >
            {brand.supportPhone}
          </a>
        </p>
      </TextSection>
      <TextSection heading={t('Post')}>
        <address className="not-italic">{brand.postalAddress}</address>
      </TextSection>
      {officer && (
        <TextSection heading={t('Grievance officer')}>
          <p>
            {officer.name}, <MailLink address={officer.email} />,{' '}
            <a
              dir="ltr"
              href={`tel:${officer.phone.replaceAll(/[^+\d]/g, '')}`}
              className="text-link"
            >
              {officer.phone}
            </a>
          </p>
          <p className="text-ink-soft">
            {t(
              'Write or call if something was not put right. You hear within 48 hours that it was received, and have an answer within a month.',
            )}
          </p>
        </TextSection>
      )}
    </TextPage>
  )
}
