import { msg } from '../../shared/i18n/translate.ts'

/** What stands beside the button that pays. Other words are another wording. */
export const adultStatement = msg('By paying you state that you are 18 or older.')
/** Said besides, where there is room. */
export const adultHint = msg('For a child, a parent buys and shares the course.')

/** Kept with an order: names the words above. */
export const adultWording = 'adult-2026-11'
