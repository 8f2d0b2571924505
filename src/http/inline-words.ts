import { languagePath } from '../shared/i18n/language.ts'
import { t } from '../shared/i18n/translate.ts'

// What the scripts say that stand in pages as text: they look nothing up, so the server tells them in
// the language of the page. Values that only the browser knows are put in there.

export type StartWords = ReturnType<typeof startWords>
export type EarlyWords = ReturnType<typeof earlyWords>
export type OfflineWords = ReturnType<typeof offlineWords>

/** Of `web/start-page.ts`. */
export function startWords() {
  return {
    reload: t('Tap to reload'),
    isNew: t('A new version is here.'),
    isLost: t('Part of this page did not arrive.'),
    wait: t('One moment, still loading.'),
  }
}

/** Of `web/queue-early-input.ts`. */
export function earlyWords() {
  return {
    /** What the page's address begins with: nothing in English. */
    prefix: languagePath(''),
    wait: t('One moment, this page is still loading. Your tap counts.'),
  }
}

/** Of `web/show-kept-copies.ts`. */
export function offlineWords() {
  const when = { day: '{day}', time: '{time}' }
  return {
    prefix: languagePath(''),
    isOffline: t('You are offline. This is from {day}, {time}.', when),
    isDown: t('The academy cannot be reached. This is from {day}, {time}.', when),
    courses: t('My Courses'),
    done: t('{percent}% done', { percent: '{percent}' }),
    lessons: t('Lessons'),
    certificate: t('Certificate'),
    laterAgain: t('The lessons play again once you are back.'),
    someNow: t('The lessons that are kept on this device play now, the others once you are back.'),
    kept: t('Kept on this device'),
    play: t('Play'),
    watched: t('Watched'),
    name: t('Name'),
    course: t('Course'),
    completedOn: t('Completed on'),
    certificateId: t('Certificate ID'),
    download: t('Download PDF'),
  }
}
