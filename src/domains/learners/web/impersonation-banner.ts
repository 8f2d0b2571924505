import { formatTimeOfDay } from '../../../shared/format-date.ts'
import { languagePath } from '../../../shared/i18n/language.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { learnerPaths } from '../learner-paths.ts'
import { dropImpersonation, readImpersonation } from './stored-impersonation.ts'

/**
 * Says on top of every page of this tab whose account it shows, and until when. Not of React's tree,
 * so that no page can leave it out; and with nothing that pages share, so that none costs a byte more.
 */
function showBanner(): void {
  const view = readImpersonation()
  if (view === null) return
  // All that asks who is there, or keeps something for them, reads this tab's own storage from now on.
  Object.defineProperty(window, 'localStorage', { value: sessionStorage })
  const banner = document.createElement('aside')
  banner.ariaLabel = t('Looking as a learner')
  banner.className =
    'sticky top-0 z-50 flex items-center justify-center gap-x-4 border-b-4 border-danger bg-marigold px-4 py-2 text-on-marigold max-sm:text-sm sm:text-center'
  const text = document.createElement('p')
  text.className = 'min-w-0 wrap-anywhere max-sm:grow'
  const time = formatTimeOfDay(view.until)
  const said = t('You see the account of {name}. Nothing can be changed. Until {time}.', {
    name: '\n',
    time,
  })
  const [before = '', after = ''] = said.split('\n')
  text.append(before, strong(view.name), after)
  const end = document.createElement('button')
  end.type = 'button'
  end.textContent = t('End')
  end.className = 'min-h-11 shrink-0 rounded-sm bg-ink px-5 font-medium text-paper'
  end.addEventListener('click', () => void endView(view.token))
  banner.append(text, end)
  let isOver = false
  const look = () => {
    if (isOver) return
    // The session is over, here or on the server: this tab must not go on as the member of staff.
    if (readImpersonation() === null || Date.parse(view.until) <= Date.now()) {
      isOver = true
      return leave()
    }
    if (!banner.isConnected) document.body.prepend(banner)
  }
  // Not before React has its document: it must not find more there than the server sent.
  setTimeout(look, 300)
  setInterval(look, 1_000)
}

function strong(text: string): HTMLElement {
  const element = document.createElement('strong')
  element.textContent = text
  return element
}

async function endView(token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  // Without a network it ends by itself.
  await fetch('/api/auth/logout', { method: 'POST', headers }).catch(() => undefined)
  leave()
}

function leave(): void {
  dropImpersonation()
  window.location.replace(languagePath(learnerPaths.learners))
}

showBanner()
