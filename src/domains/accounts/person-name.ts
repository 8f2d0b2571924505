import { t } from '../../shared/i18n/translate.ts'

/** Scripts that certificates are printed in (`platform/print-fonts.ts`). */
const scripts = [
  'Latin',
  'Greek',
  'Cyrillic',
  'Arabic',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Ol_Chiki',
  'Meetei_Mayek',
]
const ofScripts = scripts.map((script) => `\\p{Script=${script}}`).join('')
/** Full-width letters are Latin ones that no Latin font has. */
const printableLetter = new RegExp(`(?![\\uFF00-\\uFFEF])(?=\\p{L})[${ofScripts}]`, 'u')

/**
 * Control, format and direction marks, fillers, private and broken characters. The two joiners are
 * none of these: they shape Indian scripts and Urdu, where they follow a letter or a mark.
 */
const unseen =
  /(?![\u200c\u200d]|\p{Variation_Selector})[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u
const idleJoiner =
  /(?<!\p{M}|\p{Extended_Pictographic}|\p{Emoji_Modifier}|(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{L})[\u200c\u200d]/u
/** These choose between two looks of a picture or of a Chinese character, and do nothing elsewhere. */
const idleSelector = /(?<!\p{Extended_Pictographic}|\p{Script=Han})\p{Variation_Selector}/u
const invisible = [unseen, idleJoiner, idleSelector]

const scheme = /[a-z][a-z0-9+.-]*:\/\/|\b(mailto|tel|sms|javascript|data):|\bwww\./i
/** Endings that no given name has, whatever stands before them. */
const knownEnding =
  /[\p{L}\p{N}]\.(com|net|org|info|biz|in|io|co|xyz|ly|gl|gd|app|online|site|shop|store|click|link|top|icu|ru|cn|example|test)(?![\p{L}\p{M}\p{N}-])/iu
/** Small letters on both sides, as in `evil.academy`: people write `Dr.Ravi` and `k.r.narayanan`. */
const smallHost =
  /(?<![\p{L}\p{M}\p{N}-])(?!(?:dr|md|mr|mrs|ms|smt|shri|sri|kr|st|er|ca|adv|prof|capt|col|maj|gen|lt|jr|sr)\.)[a-z0-9-]{2,}\.[a-z]{2,}/u
const pathBehindDot = /[\p{L}\p{N}]\.[\p{L}\p{N}-]+(:\d+)?\//u

/**
 * What is wrong with a name, as a sentence for its owner; null: nothing. Names are printed on
 * certificates and read by others, so they have a letter that can be printed, nothing that hides or
 * turns around what is read, and no link.
 */
export function findNameFault(name: string): string | null {
  if (invisible.some((pattern) => pattern.test(name))) {
    return t('Please remove the invisible characters from the name.')
  }
  if (isLinked(name)) {
    return t('Please enter a name without a web address, with a space after each dot.')
  }
  if (!printableLetter.test(name)) {
    return t('Please enter a name with letters of Latin or an Indian script, as on a certificate.')
  }
  return null
}

/** Somebody else's word for a person, made a name we would take; at worst that of their mailbox. */
export function choosePersonName(given: string | undefined, email: string): string {
  const mailbox = (email.split('@')[0] ?? '').replaceAll(/[._+]+/g, ' ')
  return cleanName(given ?? '') ?? cleanName(mailbox) ?? 'Learner'
}

const charactersAtMost = 100

/** Null: there is no name in it. */
function cleanName(text: string): string | null {
  const seen = invisible.reduce(
    (rest, pattern) => rest.replaceAll(new RegExp(pattern, 'gu'), ''),
    text.normalize('NFC').replaceAll(/\s+/gu, ' '),
  )
  const name = cut(seen.trim()).trim()
  return name !== '' && findNameFault(name) === null ? name : null
}

/** Counted as lengths are checked, in UTF-16; no character is cut in two. */
function cut(text: string): string {
  return text.slice(0, charactersAtMost).replace(/[\ud800-\udbff]$/, '')
}

function isLinked(name: string): boolean {
  const text = name.normalize('NFKC').replaceAll(/[。｡]/g, '.')
  return [scheme, knownEnding, smallHost, pathBehindDot].some((pattern) => pattern.test(text))
}
