import type { MetaFunction } from 'react-router'
import { paths } from '../../paths.ts'
import { t } from '../../shared/i18n/translate.ts'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { useSite } from '../../ui/site.ts'
import { TextPage, TextSection } from './text-page.tsx'

export const meta: MetaFunction = (args) =>
  pageMeta(args, {
    title: t('About Us'),
    description: t('Who we are, how we teach, and what you can hold us to.'),
    path: paths.about,
  })

export default function AboutScreen() {
  const { brand, figures } = useSite()
  const { subject } = brand
  return (
    <TextPage
      heading={t('About Us')}
      lead={
        subject === null
          ? t(
              '{academy} teaches one thing: how to make films, pictures and voices with AI, so that somebody wants to look at them.',
              { academy: brand.name },
            )
          : t('Learn {subject}, with {academy}.', { subject, academy: brand.name })
      }
    >
      <TextSection heading={t('Why we exist')}>
        {subject === null && (
          <p>
            {t(
              'The tools are here, and most of them are easy to start. What is hard is the rest: a story that holds, pictures that belong together, a voice that fits, a cut that keeps people watching. That is craft, and craft can be taught.',
            )}
          </p>
        )}
        <p>
          {subject === null
            ? t(
                'Our courses are made for creators in India: for those who learn in the evening, on a phone, after work or college.',
              )
            : t(
                'Our courses are made for those who learn in the evening, on a phone, after work or college.',
              )}
        </p>
      </TextSection>
      <TextSection heading={t('How we teach')}>
        <p>
          {t(
            'Each course has several modules, each module a few short lessons. You watch one, you make something, you go on. The lessons remember where you stopped, on every device.',
          )}
        </p>
        <p>
          {t(
            'You buy a course once and keep it for life. When you have watched all of it, you get a certificate that anybody can check.',
          )}
        </p>
      </TextSection>
      <TextSection heading={t('What you can hold us to')}>
        <p>
          {t(
            'One price in rupees, told before you pay. Your money back for {days, plural, one {# day} other {# days}}. A payment that is never lost: if your browser closes at the wrong moment, the course still opens. And a person who answers: {hours}.',
            { days: figures.guaranteeInDays, hours: brand.supportHours },
          )}
        </p>
      </TextSection>
      <p className="mt-12 flex flex-wrap gap-4">
        <LinkButton to={paths.courses}>{t('See the courses')}</LinkButton>
        <LinkButton to={paths.contact} variant="secondary">
          {t('Write to us')}
        </LinkButton>
      </p>
    </TextPage>
  )
}
