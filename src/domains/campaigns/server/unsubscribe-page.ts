import { escapeHtml, type Sender } from '../../../integrations/mail/render-mail.ts'
import { paths } from '../../../paths.ts'
import { languagePath, languageTag, readingLanguage } from '../../../shared/i18n/language.ts'
import { msg, t } from '../../../shared/i18n/translate.ts'

export type UnsubscribeState = 'asked' | 'done' | 'unusable'

type Words = Record<UnsubscribeState, { heading: string; text: string }>

const saidOfLetters: Words = {
  asked: {
    heading: msg('Unsubscribe?'),
    text: msg(
      'You will get no more news and no more letters about your courses. Receipts, codes and mails about the security of your account still come.',
    ),
  },
  done: {
    heading: msg('You are unsubscribed'),
    text: msg(
      'No more letters will come. Receipts, codes and mails about the security of your account still do. In My Account you can turn letters on again.',
    ),
  },
  unusable: {
    heading: msg('This link is not complete'),
    text: msg('Please open it from the mail again, or log in and turn letters off in My Account.'),
  },
}

const saidOfLessons: Words = {
  asked: {
    heading: msg('No more mails of lessons that open?'),
    text: msg('Your lessons open as before. Other letters about your courses still come.'),
  },
  done: {
    heading: msg('Mails of lessons have stopped'),
    text: msg('No more will come. In My Account you can turn them on again.'),
  },
  unusable: saidOfLetters.unusable,
}

const saidOfReminders: Words = {
  asked: {
    heading: msg('Stop the reminders?'),
    text: msg('We no longer remind you of your plan. The plan itself stays.'),
  },
  done: {
    heading: msg('The reminders have stopped'),
    text: msg(
      'No more will come. Your plan stays without them; you can change or end it in My Account.',
    ),
  },
  unusable: saidOfLetters.unusable,
}

const saidOf = { letters: saidOfLetters, lessons: saidOfLessons, reminders: saidOfReminders }
/** What somebody says no to. */
export type Unsubscribed = keyof typeof saidOf

/** A page without scripts: it must work in whatever opens the link of a mail. */
export function writeUnsubscribePage(
  state: UnsubscribeState,
  { brand: { name: brandName, supportEmail } }: Pick<Sender, 'brand'>,
  of: Unsubscribed,
): string {
  const words = saidOf[of][state]
  const heading = t(words.heading)
  const label = of === 'reminders' ? t('Stop the reminders') : t('Unsubscribe')
  const button = `<form method="post"><button>${label}</button></form>`
  return `<!doctype html><html lang="${languageTag()}" dir="${readingLanguage()?.direction ?? 'ltr'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${heading} · ${escapeHtml(brandName)}</title><style>${styles}</style></head>
<body><header><a href="${languagePath('/')}">${escapeHtml(brandName)}</a></header>
<main><h1>${heading}</h1><p>${t(words.text)}</p>${state === 'asked' ? button : ''}
<p><a href="${languagePath(paths.myCourses)}?tab=details">${t('My Account')}</a></p></main>
<footer>${t('Questions?')} <a href="mailto:${escapeHtml(supportEmail)}">${escapeHtml(supportEmail)}</a></footer></body></html>`
}

const styles = `
:root{color-scheme:light dark}
*{box-sizing:border-box}
body{margin:0 auto;max-width:36rem;padding:2rem 1.25rem;background:var(--color-paper,light-dark(#fffaf2,#17101f));color:var(--color-ink,light-dark(#21152e,#f6eee2));font:1rem/1.6 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;overflow-wrap:anywhere}
header{font-size:1.25rem;font-weight:700;margin-bottom:2.5rem}
header a{color:inherit;text-decoration:none}
h1{font-size:1.75rem;line-height:1.25;margin:0 0 1rem}
button{min-height:2.75rem;padding:.75rem 1.5rem;border:1px solid var(--color-button-edge,transparent);border-radius:.5rem;background:var(--color-marigold,#f2a51a);color:var(--color-on-marigold,#21152e);font:inherit;font-weight:700;cursor:pointer}
a{color:var(--color-rani,light-dark(#7a1040,#ffc65c))}
:focus-visible{outline:3px solid var(--color-focus,light-dark(#7a1040,#ffc65c));outline-offset:2px}
footer{margin-top:3rem;padding-top:1rem;border-top:1px solid var(--color-line,light-dark(#e9dfd0,#3a2f47));font-size:.875rem}`
