import type { MetaFunction } from 'react-router'
import { paths } from '../../paths.ts'
import { t } from '../../shared/i18n/translate.ts'
import { pageMeta } from '../../ui/page-meta.ts'
import { useSite } from '../../ui/site.ts'
import { TextList, TextPage, TextSection } from './text-page.tsx'

export const meta: MetaFunction = (args) =>
  pageMeta(args, {
    title: t('Terms'),
    description: t('What you buy, what you may do with it, and what we owe you.'),
    path: paths.terms,
  })

export default function TermsScreen() {
  const { brand, figures } = useSite()
  return (
    <TextPage
      heading={t('Terms')}
      lead={t('What you and {academy} agree on when you make an account or buy a course.', {
        academy: brand.name,
      })}
    >
      <TextSection heading={t('Your account')}>
        <TextList
          items={[
            t('An account belongs to one person. Keep the password to yourself.'),
            t(
              'The name you give is the name printed on your certificates; once issued, a certificate does not change.',
            ),
            t('You may ask us at any time to delete your account.'),
          ]}
        />
      </TextSection>
      <TextSection heading={t('What you buy')}>
        <TextList
          items={[
            t(
              'A payment buys one course, for one person, for as long as we run the academy, with no further cost.',
            ),
            t(
              'You may watch it on all your devices. You may not copy, sell or publicly show the lessons.',
            ),
            t('What you make with what you learned is yours.'),
            t('If we take a course out of the catalogue, those who bought it keep it.'),
          ]}
        />
      </TextSection>
      <TextSection heading={t('Price and payment')}>
        <p>
          {t(
            'Prices are in Indian rupees and stand beside the course. An order keeps the price it was made with. Payments go through Razorpay, and your bank or provider may have terms of its own. You may have your money back for {days, plural, one {# day} other {# days}}.',
            { days: figures.guaranteeInDays },
          )}
        </p>
      </TextSection>
      <TextSection heading={t('Certificates')}>
        <p>
          {t(
            'A certificate says that you have watched a course to its end. It is not a degree. Anybody who has its code can check it on a public page, which shows your name, the course and the date.',
          )}
        </p>
      </TextSection>
      <TextSection heading={t('If we disagree')}>
        <p>
          {t(
            'Write to us first: most things are settled that way. These terms follow the law of India.',
          )}
        </p>
      </TextSection>
    </TextPage>
  )
}
