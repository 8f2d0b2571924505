import type { MetaFunction } from 'react-router'
import { paths } from '../../paths.ts'
import { pageMeta } from '../../ui/page-meta.ts'
import { useSite } from '../../ui/site.ts'
import { TextList, TextPage, TextSection } from './text-page.tsx'

export const meta: MetaFunction = (args) =>
  pageMeta(args, {
    title: 'Privacy',
    description: 'What we keep about you, why, and who else sees it.',
    path: paths.privacy,
  })

export default function PrivacyScreen() {
  const { brand } = useSite()
  return (
    <TextPage
      heading="Privacy"
      lead="What we keep about you, why we keep it, and who else sees it. There is no advertising here and no tracking by others."
    >
      <TextSection heading="What we keep">
        <TextList
          items={[
            'Your name and e-mail address, and your password in a form that cannot be read back.',
            'Your payments: course, amount, state, times and the payment id. Never a card number, a UPI PIN or a bank login.',
            'Which seconds of which lesson you have watched, so that you can go on where you stopped and your certificate is earned.',
            'Your certificates.',
          ]}
        />
      </TextSection>
      <TextSection heading="In your browser">
        <p>
          While you are signed in, your browser keeps a key to your account and your name in its
          local storage; logging out removes both. It also keeps your choice of light or dark. One
          cookie tells this browser from others when you sign up or log in, so that strangers can
          neither use your code nor lock you out. We set no advertising cookies.
        </p>
      </TextSection>
      <TextSection heading="Who else sees something">
        <TextList
          items={[
            'Razorpay handles your payment and gets your name, e-mail address and the amount.',
            'Google, only if you choose to sign in with it.',
            'YouTube or Vimeo, only once you start a lesson that lies there.',
            'Anybody who has the code of one of your certificates sees your name, the course and the date.',
          ]}
        />
      </TextSection>
      <TextSection heading="Your rights">
        <p>
          You may ask what we keep, have it corrected, or have it deleted, as far as the law does
          not oblige us to keep records of payments. Write to{' '}
          <a href={`mailto:${brand.supportEmail}`} className="text-link">
            {brand.supportEmail}
          </a>
          .
        </p>
      </TextSection>
    </TextPage>
  )
}
