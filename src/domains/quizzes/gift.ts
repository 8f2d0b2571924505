import { msg } from '../../shared/i18n/translate.ts'
import { type QuizQuestion, quizQuestion } from './quiz.ts'
import { readHtml } from './read-html.ts'

export interface GiftFault {
  line: number
  /** In English, as `msg` marks it. */
  message: string
}

/** Moodle's text format for questions, of the kinds that a quiz has. */
export function readGift(text: string): { questions: QuizQuestion[]; faults: GiftFault[] } {
  const questions: QuizQuestion[] = []
  const faults: GiftFault[] = []
  for (const block of splitBlocks(text)) {
    try {
      const read = quizQuestion.safeParse(readBlock(block))
      if (read.success) questions.push(read.data)
      else throw new GiftError(block.line, msg('This question is longer than a quiz can hold.'))
    } catch (error) {
      if (!(error instanceof GiftError)) throw error
      faults.push({ line: error.line, message: error.message })
    }
  }
  return { questions, faults }
}

class GiftError extends Error {
  readonly line: number
  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

interface Block {
  line: number
  text: string
}

/** An empty line ends a question; comments and categories are passed over. */
function splitBlocks(text: string): Block[] {
  const blocks: Block[] = []
  let open: Block | null = null
  for (const [at, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    const isEmpty = line.trim() === ''
    // What stands inside a question keeps its place, so that a fault names the right line.
    const kept = /^\s*(?:\/\/|\$CATEGORY:)/.test(line) ? '' : line
    if (isEmpty) open = null
    else if (open) open.text += `\n${kept}`
    else if (kept !== '') {
      open = { line: at + 1, text: kept }
      blocks.push(open)
    }
  }
  return blocks
}

const escaped = /\\([\\~=#{}:n>])/g
/** Other words in brackets belong to the question. */
const format = /^\s*\[(moodle|html|plain|markdown)\]/i
/** Moodle's own format holds HTML too, but a tag that does not end is as often what is asked about. */
const element = /<([a-z][a-z\d]*)\b[^>]*>[^]*<\/\1>|<br\s*\/?>/i

/** The words of a text without what GIFT and its format put around them. */
type Read = (text: string, into?: 'markdown' | 'words') => string

function readBlock({ line, text }: Block): unknown {
  const at = (index: number) => line + text.slice(0, index).split('\n').length - 1
  const start = findPlain(text, '{', 0)
  if (start < 0) throw new GiftError(line, msg('The answers in braces are missing.'))
  const end = findPlain(text, '}', start)
  if (end < 0) throw new GiftError(at(start), msg('The brace that ends the answers is missing.'))
  const another = findPlain(text, '{', start + 1)
  if (another >= 0)
    throw new GiftError(at(another), msg('A question has its answers in one pair of braces only.'))
  const asked = `${text.slice(0, start)}${text.slice(end + 1).trim() === '' ? '' : ` _____ ${text.slice(end + 1)}`}`
  const title = /^\s*::(?:[^\\:]|\\.|:(?!:))*::/.exec(asked)?.[0] ?? ''
  const words = asked.slice(title.length)
  const usual = format.exec(words)?.[1] ?? 'moodle'
  const read: Read = (text, into = 'words') => {
    const [before = '', own = usual] = format.exec(text) ?? []
    const plain = unescape(text.slice(before.length)).trim()
    const isHtml = /html/i.test(own) || (/moodle/i.test(own) && element.test(plain))
    const told = isHtml ? readHtml(plain, into) : plain
    // An answer of tags alone is what is asked about.
    if (told === '' && into === 'words' && /moodle/i.test(own)) return plain
    if (told !== null) return told
    throw new GiftError(
      line,
      msg('Pictures, tables and the like in the HTML of a question cannot be taken over.'),
    )
  }
  const question = read(words, 'markdown')
  if (question === '') throw new GiftError(line, msg('The question has no words.'))
  const { body, explanation } = takeExplanation(text.slice(start + 1, end), read)
  const answers = readAnswers(body.trim(), (i) => at(start + 1 + i), read)
  return { text: question, explanation, ...answers }
}

function takeExplanation(inside: string, read: Read): { body: string; explanation: string } {
  const start = findPlain(inside, '####', 0)
  if (start < 0) return { body: inside, explanation: '' }
  return { body: inside.slice(0, start), explanation: read(inside.slice(start + 4), 'markdown') }
}

function readAnswers(body: string, lineAt: (index: number) => number, read: Read): object {
  const line = lineAt(0)
  if (body === '') throw new GiftError(line, msg('Essay questions cannot be taken over.'))
  const [isTrue, isFalse] = [/^(?:T|TRUE)(?:#[^]*)?$/i, /^(?:F|FALSE)(?:#[^]*)?$/i]
  if (isTrue.test(body)) return { kind: 'true_false', is_true: true }
  if (isFalse.test(body)) return { kind: 'true_false', is_true: false }
  if (body.startsWith('#')) return readNumeric(body.slice(1).trim(), line)
  const answers = splitAnswers(body, line)
  if (answers.every(({ sign, text }) => sign === '=' && text.includes('->'))) {
    return { kind: 'order', items: readOrder(answers, line, read) }
  }
  if (answers.some(({ text }) => text.includes('->')))
    throw new GiftError(line, msg('In a matching question every answer needs a “->”.'))
  if (answers.every(({ sign, weight }) => sign === '=' && (weight ?? 100) === 100))
    return { kind: 'short_text', accepted: answers.map(({ text }) => read(text)) }
  if (answers.every(({ sign }) => sign === '='))
    throw new GiftError(line, msg('Short answers that are right in part cannot be taken over.'))
  const options = answers.map(({ sign, weight, text, whole }) => ({
    text: read(sign === '=' ? whole : text),
    is_right: sign === '=' || (weight ?? 0) > 0,
  }))
  const isSingle = answers.some(({ sign }) => sign === '=')
  const right = options.filter((option) => option.is_right).length
  if (right === 0) throw new GiftError(line, msg('No answer is marked as right.'))
  if (isSingle && right > 1)
    throw new GiftError(line, msg('Only one answer may be right where it is marked with “=”.'))
  return { kind: isSingle ? 'single' : 'several', options }
}

/** Of matching questions only those that number their items are of a kind that a quiz has. */
function readOrder(answers: { whole: string }[], line: number, read: Read): string[] {
  const pairs = answers.map(({ whole }) => {
    const [, left = '', place = ''] = /^([^]*?)->([^]*)$/.exec(whole) ?? []
    return { item: read(left), place: Number(place.trim()) }
  })
  const sorted = pairs.toSorted((a, b) => a.place - b.place)
  if (sorted.some(({ place }, at) => place !== at + 1))
    throw new GiftError(
      line,
      msg(
        'Matching questions are taken over only where they number an order: =first -> 1 =second -> 2.',
      ),
    )
  return sorted.map(({ item }) => item)
}

function readNumeric(body: string, line: number): object {
  if (findPlain(body, '=', 0) >= 0 || findPlain(body, '~', 0) >= 0) {
    const answers = splitAnswers(body, line)
    const [first] = answers
    if (answers.length !== 1 || !first || (first.weight ?? 100) !== 100)
      throw new GiftError(line, msg('A number question can have one right answer only.'))
    return readNumeric(first.text, line)
  }
  const plain = body.slice(0, indexOrEnd(findPlain(body, '#', 0), body)).trim()
  const [from, to] = plain.split('..').map(toNumber)
  if (plain.includes('..') && from !== undefined && to !== undefined && from <= to)
    return { kind: 'number', value: (from + to) / 2, tolerance: (to - from) / 2 }
  const [value, tolerance = 0] = plain.split(':').map(toNumber)
  if (value === undefined || plain.includes('..') || !(value <= Infinity && tolerance >= 0))
    throw new GiftError(line, msg('This is not a number: write 3.5, 3.5:0.1 or 3..4.'))
  return { kind: 'number', value, tolerance }
}

function toNumber(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text)
}

/** Each begins with = or ~, with a weight perhaps; what stands behind # is feedback, which is left out. */
function splitAnswers(body: string, line: number) {
  const parts: ReturnType<typeof readAnswer>[] = []
  let from = -1
  for (let at = 0; at <= body.length; at += 1) {
    if (body[at] === '\\') {
      at += 1
      continue
    }
    if (at < body.length && body[at] !== '=' && body[at] !== '~') continue
    const before = body.slice(Math.max(0, from), at)
    if (from >= 0) parts.push(readAnswer(before))
    else if (before.trim() !== '')
      throw new GiftError(line, msg('Answers begin with = (right) or ~ (wrong).'))
    from = at
  }
  return parts
}

/** `whole` is for where Moodle knows no weight: an item to match, and the right one of several choices. */
function readAnswer(part: string) {
  const whole = part.slice(1, indexOrEnd(findPlain(part, '#', 1), part)).trim()
  const [, weight, rest = ''] = /^(?:%(-?\d+(?:\.\d+)?)%)?([^]*)$/.exec(whole) ?? []
  return {
    sign: part[0] ?? '',
    weight: weight === undefined ? null : Number(weight),
    text: rest.trim(),
    whole,
  }
}

function indexOrEnd(index: number, text: string): number {
  return index < 0 ? text.length : index
}

/** Where it stands without a backslash before it. */
function findPlain(text: string, wanted: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text.startsWith(wanted, at)) return at
  }
  return -1
}

function unescape(text: string): string {
  return text.replaceAll(escaped, (_, letter: string) => (letter === 'n' ? '\n' : letter))
}

/** Such that `readGift` reads the same questions. Where the film explains a question is not told in GIFT. */
export function writeGift(questions: readonly QuizQuestion[]): string {
  return questions
    .map((question) => {
      const { text, explanation } = question
      const told = explanation === '' ? '' : `####${escapeText(explanation)}`
      return `::::[markdown]${escape(text)}{${writeAnswers(question)}${told}}\n`
    })
    .join('\n')
}

function writeAnswers(question: QuizQuestion): string {
  switch (question.kind) {
    case 'single':
      return question.options
        .map(
          ({ text, is_right: isRight }) =>
            `${isRight ? '=' : signOfWrong(text)}${escapeText(text)}`,
        )
        .join(' ')
    case 'several': {
      const rights = question.options.filter(({ is_right: isRight }) => isRight).length
      const share = Number((100 / Math.max(1, rights)).toFixed(5))
      return question.options
        .map(({ text, is_right: isRight }) => `~%${isRight ? share : -100}%${escapeText(text)}`)
        .join(' ')
    }
    case 'true_false':
      return question.is_true ? 'TRUE' : 'FALSE'
    case 'number':
      return `#${question.value ?? ''}:${question.tolerance}`
    case 'order':
      return question.items.map((item, at) => `=${escapeText(item)} -> ${at + 1}`).join(' ')
    case 'short_text':
      return question.accepted.map((form) => `=%100%${escapeText(form)}`).join(' ')
  }
}

/** Words that would say its format are no part of it once it has one. */
function escapeText(text: string): string {
  return `${format.test(text) ? '[markdown]' : ''}${escape(text)}`
}

function escape(text: string): string {
  return text.replaceAll(/[\\~=#{}:>]/g, '\\$&').replaceAll(/\r\n|\r|\n/g, '\\n')
}

/** A percent at the beginning of a wrong answer would be its weight. */
function signOfWrong(text: string): string {
  return text.startsWith('%') ? '~%0%' : '~'
}
