import { msg, t } from '../../shared/i18n/translate.ts'

const steps = [
  {
    heading: msg('Choose a course and pay once'),
    text: msg(
      'UPI, card, netbanking, wallet or EMI. The course opens as soon as the payment is through, and it stays yours for life.',
    ),
  },
  {
    heading: msg('Watch, stop, make, go on'),
    text: msg(
      'Short lessons that remember the second where you stopped, on every device you sign in on. Your progress counts what you really watched.',
    ),
  },
  {
    heading: msg('Finish, and show it'),
    text: msg(
      'The last lesson done, your certificate is ready: a PDF with your name in your own script and a code by which anybody can check it.',
    ),
  },
]

export function ThreeSteps() {
  return (
    <section aria-labelledby="steps" className="page-width py-16 sm:py-20">
      <h2 id="steps" className="text-3xl sm:text-4xl">
        {t('How it works')}
      </h2>
      <ol className="mt-10 grid gap-10 md:grid-cols-3 md:gap-8">
        {steps.map(({ heading, text }, at) => (
          <li key={heading} className="border-t-2 border-ink pt-5">
            <span aria-hidden="true" className="font-display text-5xl font-semibold text-rani">
              {at + 1}
            </span>
            <h3 className="mt-2 text-xl">{t(heading)}</h3>
            <p className="mt-2 text-ink-soft">{t(text)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
