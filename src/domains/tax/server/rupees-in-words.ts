import { toRupees } from '../../../shared/money.ts'

const units = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
]
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']

/** From the largest: an Indian number is read in crores, lakhs, thousands and hundreds. */
const steps = [
  { size: 10_000_000, name: 'crore' },
  { size: 100_000, name: 'lakh' },
  { size: 1000, name: 'thousand' },
  { size: 100, name: 'hundred' },
]

/** As written on an Indian receipt: 499900 paise are 'Four thousand nine hundred ninety-nine rupees only'. */
export function rupeesInWords(amountInPaise: number): string {
  if (!Number.isSafeInteger(amountInPaise) || amountInPaise < 0) {
    throw new RangeError(`not an amount in paise: ${amountInPaise}`)
  }
  const rupees = Math.floor(toRupees(amountInPaise))
  const paise = amountInPaise % 100
  const parts = [
    rupees > 0 || paise === 0 ? `${spell(rupees)} ${rupees === 1 ? 'rupee' : 'rupees'}` : '',
    paise > 0 ? `${spell(paise)} paise` : '',
  ]
  const words = parts.filter((part) => part !== '').join(' and ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} only`
}

function spell(count: number): string {
  const step = steps.find(({ size }) => count >= size)
  if (!step) return spellBelowHundred(count)
  const rest = count % step.size
  const head = `${spell(Math.floor(count / step.size))} ${step.name}`
  return rest === 0 ? head : `${head} ${spell(rest)}`
}

function spellBelowHundred(count: number): string {
  const unit = units[count]
  if (unit !== undefined) return unit
  const ten = tens[Math.floor(count / 10)] ?? ''
  return count % 10 === 0 ? ten : `${ten}-${units[count % 10]}`
}
