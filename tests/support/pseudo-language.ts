import { listMessages } from '../../src/platform/languages/find-messages.ts'
import type { ReadingLanguage } from '../../src/shared/i18n/language.ts'

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const accented = 'áƀćđéƒǵħíĵķłɱñóƥɋŕšŧúṽŵẋýžÁɃĆĐÉƑǴĦÍĴĶŁṀÑÓƤɊŔŠŦÚṼŴẊÝŽ'

/** What may stand in a message and is no word: values, tags, and how plurals and choices are written. */
const notWords =
  /(<\/?\w+>|\{\w+(?:, number)?\}|\{\w+, (?:plural|select), |(?:=\d+|\w+) \{(?!\w+[},]))/

/** Nobody speaks it: every message with accents and longer, from right to left, in the place of Urdu. */
export async function openPseudoLanguage(): Promise<ReadingLanguage> {
  const messages = [...(await listMessages()).keys()]
  return {
    code: 'ur',
    tag: 'ur-IN',
    name: 'اردو',
    direction: 'rtl',
    messages: new Map(messages.map((message) => [message, distort(message)])),
  }
}

function distort(message: string): string {
  const said = message
    .split(notWords)
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll(/[a-z]/gi, accent)))
  return `${said.join('')} ¡¡`
}

function accent(letter: string): string {
  return accented.charAt(plain.indexOf(letter))
}
