import type { MetaFunction } from 'react-router'
import { paths } from '../../paths.ts'
import { t } from '../../shared/i18n/translate.ts'
import { MailLink } from '../../ui/mail-link.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { rich } from '../../ui/rich.tsx'
import { useSite } from '../../ui/site.ts'
import { TextList, TextPage, TextSection } from './text-page.tsx'

export const meta: MetaFunction = (args) =>
  pageMeta(args, {
    title: t('Privacy'),
    description: t('What we keep about you, why, and who else sees it.'),
    path: paths.privacy,
  })

export default function PrivacyScreen() {
  const { brand } = useSite()
  return (
    <TextPage
      heading={t('Privacy')}
      lead={t(
        'What we keep about you, why we keep it, and who else sees it. There is no advertising here and no tracking by others.',
      )}
    >
      <TextSection heading={t('What we keep')}>
        <TextList
          items={[
            t(
              'Your name and e-mail address, and your password in a form that cannot be read back.',
            ),
            t(
              'Your payments: course, amount, state, times and the payment id. Never a card number, a UPI PIN or a bank login.',
            ),
            t(
              'Which seconds of which lesson you have watched, so that you can go on where you stopped and your certificate is earned.',
            ),
            t('Your certificates.'),
          ]}
        />
      </TextSection>
      <TextSection heading={t('In your browser')}>
        <p>
          {t(
            'While you are signed in, your browser keeps a key to your account and your name in its local storage; logging out removes both. It also keeps your choice of light or dark. One cookie tells this browser from others when you sign up or log in, so that strangers can neither use your code nor lock you out. We set no advertising cookies.',
          )}
        </p>
      </TextSection>
      <TextSection heading={t('Who else sees something')}>
        <TextList
          items={[
            t('Razorpay handles your payment and gets your name, e-mail address and the amount.'),
            t('Google, only if you choose to sign in with it.'),
            t('YouTube or Vimeo, only once you start a lesson that lies there.'),
            t(
              'Anybody who has the code of one of your certificates sees your name, the course and the date.',
            ),
          ]}
        />
      </TextSection>
      <TextSection heading={t('Your rights')}>
        <p>
          {rich(
            'You may ask what we keep, have it corrected, or have it deleted, as far as the law does not oblige us to keep records of payments. Write to {email}.',
            {
              email: <MailLink address={brand.supportEmail} />,
            },
          )}
        </p>
      </TextSection>
    </TextPage>
  )
}
