import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyQuestion } from '../../../tests/support/any-question.ts'
import { readGift, writeGift } from './gift.ts'
import { type QuizQuestion, quizQuestion } from './quiz.ts'

test('what is written is read as the same questions', () => {
  const texts = fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' })
  const hostile = fc.string({
    minLength: 1,
    unit: fc.constantFrom(
      '~',
      '=',
      '#',
      '{',
      '}',
      ':',
      '\\',
      'n',
      '%',
      '-',
      '>',
      '/',
      '[',
      '\n',
      ' ',
      '5',
      'T',
    ),
  })
  const any = fc
    .tuple(
      anyQuestion,
      fc.oneof(texts, hostile),
      fc.oneof(texts, hostile, fc.constant('')),
      fc.constantFrom('', '%20%', '%50% ', '%-100%', '%100%', '50%', '[html]', '[plain] '),
    )
    .map(([question, text, explanation, start]) =>
      quizQuestion.parse({ ...beginAnswers(question, start), text, explanation }),
    )
    .filter(({ text }) => text !== '')
  fc.assert(
    fc.property(fc.array(any, { maxLength: 4 }), (questions) => {
      const read = readGift(writeGift(questions))
      expect(read.faults).toEqual([])
      expect(read.questions.map(asGift)).toEqual(questions.map(asGift))
    }),
    { numRuns: 300 },
  )
})

/** With texts like weights before its answers. */
function beginAnswers(question: QuizQuestion, start: string): object {
  const begin = (text: string) => start + text
  if ('options' in question) {
    const options = question.options.map((one) => ({ ...one, text: begin(one.text) }))
    return { ...question, options }
  }
  if ('items' in question) return { ...question, items: question.items.map(begin) }
  if ('accepted' in question) return { ...question, accepted: question.accepted.map(begin) }
  return question
}

/** Moodle's ways of ending a line are one, and a range may differ by a hair. */
function asGift(question: QuizQuestion): unknown {
  const text = question.text.replaceAll(/\r\n|\r/g, '\n')
  const explanation = question.explanation.replaceAll(/\r\n|\r/g, '\n')
  return { ...question, text, explanation }
}

test('a file of Moodle is read', () => {
  const { questions, faults } = readGift(`// of a course
$CATEGORY: $course$/Film

::Q1:: Who's buried in Grant's tomb?{=Grant ~no one#Really? ~Napoleon####He was a general.}

Which are primes? {~%50%2 ~%50%3 ~%-100%4}

The sun is a star.{T}

[markdown]When was it?{#1822:5}

Pi is {#3.141..3.142} about.

Two plus two{=four =4}

Sort {=first -> 1 =second -> 2 =third -> 3}

Escaped \\{braces\\} \\= \\~ {=yes ~n\\=o}

[Beginner] What is a cut?{T}

::Q10::[HTML] What is a pan?{F}
`)
  expect(faults).toEqual([])
  expect(questions).toMatchObject([
    {
      kind: 'single',
      text: "Who's buried in Grant's tomb?",
      explanation: 'He was a general.',
      options: [
        { text: 'Grant', is_right: true },
        { text: 'no one', is_right: false },
        { text: 'Napoleon', is_right: false },
      ],
    },
    { kind: 'several', options: [{ is_right: true }, { is_right: true }, { is_right: false }] },
    { kind: 'true_false', is_true: true },
    { kind: 'number', value: 1822, tolerance: 5 },
    { kind: 'number', text: 'Pi is  _____  about.' },
    { kind: 'short_text', accepted: ['four', '4'] },
    { kind: 'order', items: ['first', 'second', 'third'] },
    { kind: 'single', text: 'Escaped {braces} = ~', options: [{ text: 'yes' }, { text: 'n=o' }] },
    { kind: 'true_false', text: '[Beginner] What is a cut?' },
    { kind: 'true_false', text: 'What is a pan?' },
  ])
})

test('a file that Moodle’s editor has written is read without its HTML', () => {
  const { questions, faults } = readGift(`
::Q1::[html]<p dir\\="ltr" style\\="text-align\\: left;">What is <b>2*2 </b>&lt; <i>x</i>?<br></p>{
\t=<p>4</p>#<p>Yes</p>
\t~[plain]<p>
\t~<p>10<sup>2</sup> &amp; H<sub>2</sub>O</p>
\t####<p>One</p>\\n<ul>\\n<li>a</li>\\n<li>See <a href\\="https\\://moodle.org">there</a></li></ul><pre>if a\\:\\n  b*c</pre>
}

[html]<p>The capital of India</p>{=%100%<p>New&nbsp;Delhi</p> =%100%<span lang\\="hi">दिल्ली</span>}

[html]<p>Sort</p>{=<p>first</p> -> 1 =<p>second</p> -> 2}

<p>Nobody has said how this is written.</p>{T}

Which tag makes text bold? {=<b> ~<i>}

[html]<p>See <img src\\="@@PLUGINFILE@@/a.png"></p>{T}

[html]<p>Fine</p>{=<table><tr><td>1</td></tr></table> ~2}
`)
  expect(questions).toMatchObject([
    {
      text: 'What is **2\\*2** < *x*?',
      options: [{ text: '4' }, { text: '<p>' }, { text: '10² & H₂O' }],
      explanation: 'One\n\n- a\n- See [there](https://moodle.org)\n\n```\nif a:\n  b*c\n```',
    },
    { accepted: ['New Delhi', 'दिल्ली'] },
    { items: ['first', 'second'] },
    { text: 'Nobody has said how this is written.' },
    { options: [{ text: '<b>' }, { text: '<i>' }] },
  ])
  const message = 'Pictures, tables and the like in the HTML of a question cannot be taken over.'
  expect(faults).toEqual([17, 19].map((line) => ({ line, message })))
})

test('whatever words stand in the HTML of an answer, they are read', () => {
  const text = fc.string({
    minLength: 1,
    unit: fc.constantFrom(...Array.from('<>&"*`_\\ab=~#{}:/!-; ')),
  })
  fc.assert(
    fc.property(text, (text) => {
      const words = text.replaceAll(/\s+/g, ' ').trim()
      const html = words.replaceAll(/[<>&]/g, (sign) => `&#${sign.charCodeAt(0)};`)
      const gift = `<p>${html}</p>`.replaceAll(/[\\~=#{}:]/g, '\\$&')
      const { questions } = readGift(`[html]Which?{=${gift} ~<p>Other</p>}`)
      expect(questions).toMatchObject([{ options: [{ text: words }, { text: 'Other' }] }])
    }),
  )
})

test.each([
  ['A question', 1, 'The answers in braces are missing.'],
  ['\n\nA question {=a ~b', 3, 'The brace that ends the answers is missing.'],
  ['Essay {}', 1, 'Essay questions cannot be taken over.'],
  ['Right?{~a ~b}', 1, 'No answer is marked as right.'],
  ['Fine{T}\n\nTwo\n{=a =b ~c}', 4, 'Only one answer may be right where it is marked with “=”.'],
  ['Number{#three}', 1, 'This is not a number: write 3.5, 3.5:0.1 or 3..4.'],
  [
    'Match{=a -> x =b -> y}',
    1,
    'Matching questions are taken over only where they number an order: =first -> 1 =second -> 2.',
  ],
  ['{=a ~b}', 1, 'The question has no words.'],
  ['One{=a} two{=b}', 1, 'A question has its answers in one pair of braces only.'],
  ['What?{a}', 1, 'Answers begin with = (right) or ~ (wrong).'],
])('%j is refused with its line', (text, line, message) => {
  expect(readGift(text).faults).toEqual([{ line, message }])
})

test('whatever is sent, it is read or refused, never a crash', () => {
  const unit = fc.constantFrom(
    '~',
    '=',
    '#',
    '{',
    '}',
    ':',
    '\\',
    '%',
    '-',
    '>',
    '\n',
    'T',
    '1',
    '.',
    ' ',
    '[html]',
    '<p>',
    '</b>',
    '<sup>',
    '</sup>',
    '<li>',
    '</pre>',
    '<',
  )
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 60 }), (text) => {
      const { questions, faults } = readGift(text)
      expect(questions.length + faults.length).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: 500 },
  )
})

test('a question that is a tag alone has no words', () => {
  expect(readGift('<br> {=yes ~no}').faults).toHaveLength(1)
})

test('an answer that is a tag alone is what was asked about', () => {
  const { questions, faults } = readGift('Which tag breaks a line? {=<br> ~<hr> ~<b></b>}')

  expect(faults).toEqual([])
  expect(questions).toMatchObject([
    { options: [{ text: '<br>' }, { text: '<hr>' }, { text: '<b></b>' }] },
  ])
})
