import { formatMessage } from './format-message.ts'
import { readingLanguage } from './language.ts'

type Choosing = 'plural' | 'select'

/** The names in a text, then in what stands behind a brace, in the choices of a plural, and in one of them. */
type InText<Text> = Text extends `${string}{${infer Rest}` ? InBraces<Rest> : never
type InBraces<Rest> = Rest extends `${infer Written}}${infer After}`
  ? Written extends `${infer Name}, ${Choosing}, ${string}`
    ? Name | (Rest extends `${string}, ${Choosing}, ${infer Choices}` ? InChoices<Choices> : never)
    : (Written extends `${infer Name}, number` ? Name : Written) | InText<After>
  : never
type InChoices<Choices> = Choices extends `${infer Selector}{${infer Rest}`
  ? Selector extends `${string}}${string}`
    ? Choices extends `${string}}${infer After}`
      ? InText<After>
      : never
    : InChoice<Rest>
  : never
type InChoice<Rest> = Rest extends `${infer Words}}${infer After}`
  ? Words extends `${string}{${infer Name}`
    ? Name | InChoice<After>
    : InChoices<After>
  : never

/** The names of a message's values; none of a text that is not known when compiled. */
export type ValueNames<Message extends string> = InText<Message>

type GivenValues<Message extends string> = [ValueNames<Message>] extends [never]
  ? []
  : [values: { readonly [Name in ValueNames<Message>]: string | number }]

/**
 * A message in the language that is read now. It is written in English, which is its key; values stand
 * in it as ICU writes them (`format-message.ts`). A text without a translation stays English. In built
 * scripts of browsers the translation already stands in the message's place
 * (`platform/languages/mark-messages.ts`).
 */
export function t<const Message extends string>(
  message: Message,
  ...[values]: GivenValues<Message>
): string {
  const text = translate(message)
  return values === undefined ? text : formatMessage(text, values)
}

/** Marks a text that is translated where it is shown, by `t(text)`, e.g. in a table of labels. */
export function msg<const Message extends string>(message: Message): Message {
  return message
}

/** Without values put in. */
export function translate(message: string): string {
  return readingLanguage()?.messages.get(message) ?? message
}
