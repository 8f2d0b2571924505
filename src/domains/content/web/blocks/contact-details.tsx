import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { PublicSite } from '../../../../http/page-context.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { complaintPaths } from '../../../complaints/complaint-paths.ts'
import type { ServedBlock } from '../../contract.ts'
import type { PageParts } from './load-parts.ts'
import { MailLink } from './mail-link.tsx'

interface ContactDetailsProps {
  block: Extract<ServedBlock, { type: 'contact' }>
  brand: PublicSite['brand']
  officer: PageParts['officer']
}

/** All ways to reach the academy, as the settings name them. */
export function ContactDetails({ block: { note }, brand, officer }: ContactDetailsProps) {
  return (
    <>
      <Way heading={t('E-mail')}>
        <p>
          <MailLink address={brand.supportEmail} />
        </p>
        {note !== '' && <p className="text-ink-soft">{note}</p>}
      </Way>
      <Way heading={t('Telephone')}>
        <p>
          <PhoneLink number={brand.supportPhone} />
        </p>
      </Way>
      <Way heading={t('Post')}>
        <address className="not-italic">{brand.postalAddress}</address>
      </Way>
      {officer && (
        <Way heading={t('Grievance officer')}>
          <p>
            {officer.name}, <MailLink address={officer.email} />,{' '}
            <PhoneLink number={officer.phone} />
          </p>
          <p className="text-ink-soft">
            {t(
              'Write or call if something was not put right. You hear within 48 hours that it was received, and have an answer within a month.',
            )}
          </p>
          <p>
            <Link to={complaintPaths.page} className="text-link">
              {t('File a complaint')}
            </Link>
          </p>
        </Way>
      )}
    </>
  )
}

function Way({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className="mt-10">
      <h2 className="text-2xl">{heading}</h2>
      <div className="mt-3 grid gap-4">{children}</div>
    </section>
  )
}

function PhoneLink({ number }: { number: string }) {
  return (
    <a dir="ltr" href={`tel:${number.replaceAll(/[^+\d]/g, '')}`} className="text-link">
      {number}
    </a>
  )
}
