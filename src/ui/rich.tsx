import { cloneElement, Fragment, isValidElement, type ReactElement, type ReactNode } from 'react'
import { formatMessage, type Values } from '../shared/i18n/format-message.ts'
import { translate, type ValueNames } from '../shared/i18n/translate.ts'

type TagNames<Message extends string> = Message extends `${string}</${infer Name}>${infer Rest}`
  ? Name | TagNames<Rest>
  : never

type Parts<Message extends string> = Readonly<
  Record<TagNames<Message>, ReactElement> & Record<ValueNames<Message>, ReactNode>
>

/**
 * A message with links or emphasis inside: `rich('Read <terms>our terms</terms>.', { terms: <Link
 * to={paths.terms} /> })`. Values may be elements too, but not those that are counted.
 */
export function rich<const Message extends string>(
  message: Message,
  parts: Parts<Message>,
): ReactNode {
  return drawParts(translate(message), parts)
}

function drawParts(text: string, parts: Readonly<Record<string, ReactNode>>): ReactNode {
  // Plurals first, so that what is left in braces are names alone.
  const counted = text.includes(', ') ? formatMessage(text, keepParts(text, parts)) : text
  const pieces = counted.split(/(<(\w+)>.*?<\/\2>|\{\w+\})/s)
  const drawn: ReactElement[] = []
  for (let at = 0; at < pieces.length; at += 3) {
    const [words, piece, tag] = pieces.slice(at, at + 3)
    drawn.push(<Fragment key={drawn.length}>{words}</Fragment>)
    if (piece === undefined) continue
    const part = parts[tag ?? piece.slice(1, -1)]
    const inner = tag === undefined ? '' : piece.slice(tag.length + 2, -tag.length - 3)
    const isTag = tag !== undefined && isValidElement(part)
    drawn.push(
      <Fragment key={drawn.length}>
        {isTag ? cloneElement(part, {}, drawParts(inner, parts)) : part}
      </Fragment>,
    )
  }
  return drawn
}

/** What chooses nothing stays in its braces: a name or title is never read as a message itself. */
function keepParts(text: string, parts: Readonly<Record<string, ReactNode>>): Values {
  const isPlain = (part: ReactNode) => typeof part === 'string' || typeof part === 'number'
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [
      name,
      isPlain(part) && text.includes(`{${name}, `) ? part : `{${name}}`,
    ]),
  )
}
