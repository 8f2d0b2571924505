import { msg } from '../../../shared/i18n/translate.ts'

/** A State or Union territory as GST knows it. */
export interface IndianState {
  /** The first two digits of every GSTIN registered there. */
  code: string
  name: string
  /** A Union territory without a legislature: its half of the tax is called UTGST, not SGST. */
  isWithoutLegislature?: true
}

interface KnownState extends IndianState {
  /** Two letters as people and number plates write them, and other names in use. */
  alsoKnownAs: readonly string[]
}

const known: readonly KnownState[] = [
  {
    code: '35',
    name: msg('Andaman and Nicobar Islands'),
    alsoKnownAs: ['AN', 'Andaman and Nicobar'],
    isWithoutLegislature: true,
  },
  { code: '37', name: msg('Andhra Pradesh'), alsoKnownAs: ['AP', 'AD'] },
  { code: '12', name: msg('Arunachal Pradesh'), alsoKnownAs: ['AR'] },
  { code: '18', name: msg('Assam'), alsoKnownAs: ['AS'] },
  { code: '10', name: msg('Bihar'), alsoKnownAs: ['BR'] },
  { code: '04', name: msg('Chandigarh'), alsoKnownAs: ['CH'], isWithoutLegislature: true },
  { code: '22', name: msg('Chhattisgarh'), alsoKnownAs: ['CG', 'CT', 'Chattisgarh'] },
  {
    code: '26',
    name: msg('Dadra and Nagar Haveli and Daman and Diu'),
    alsoKnownAs: ['DN', 'DD', 'DH', 'Dadra and Nagar Haveli', 'Daman and Diu'],
    isWithoutLegislature: true,
  },
  { code: '07', name: msg('Delhi'), alsoKnownAs: ['DL', 'New Delhi', 'NCT of Delhi'] },
  { code: '30', name: msg('Goa'), alsoKnownAs: ['GA'] },
  { code: '24', name: msg('Gujarat'), alsoKnownAs: ['GJ'] },
  { code: '06', name: msg('Haryana'), alsoKnownAs: ['HR'] },
  { code: '02', name: msg('Himachal Pradesh'), alsoKnownAs: ['HP'] },
  { code: '01', name: msg('Jammu and Kashmir'), alsoKnownAs: ['JK'] },
  { code: '20', name: msg('Jharkhand'), alsoKnownAs: ['JH'] },
  { code: '29', name: msg('Karnataka'), alsoKnownAs: ['KA'] },
  { code: '32', name: msg('Kerala'), alsoKnownAs: ['KL'] },
  { code: '38', name: msg('Ladakh'), alsoKnownAs: ['LA'], isWithoutLegislature: true },
  { code: '31', name: msg('Lakshadweep'), alsoKnownAs: ['LD'], isWithoutLegislature: true },
  { code: '23', name: msg('Madhya Pradesh'), alsoKnownAs: ['MP'] },
  { code: '27', name: msg('Maharashtra'), alsoKnownAs: ['MH'] },
  { code: '14', name: msg('Manipur'), alsoKnownAs: ['MN'] },
  { code: '17', name: msg('Meghalaya'), alsoKnownAs: ['ML'] },
  { code: '15', name: msg('Mizoram'), alsoKnownAs: ['MZ'] },
  { code: '13', name: msg('Nagaland'), alsoKnownAs: ['NL'] },
  { code: '21', name: msg('Odisha'), alsoKnownAs: ['OD', 'OR', 'Orissa'] },
  // The sea and whatever else is in no State; taxed as a Union territory (UTGST Act, section 2(22)).
  { code: '97', name: msg('Other Territory'), alsoKnownAs: ['OT'], isWithoutLegislature: true },
  { code: '34', name: msg('Puducherry'), alsoKnownAs: ['PY', 'Pondicherry'] },
  { code: '03', name: msg('Punjab'), alsoKnownAs: ['PB'] },
  { code: '08', name: msg('Rajasthan'), alsoKnownAs: ['RJ'] },
  { code: '11', name: msg('Sikkim'), alsoKnownAs: ['SK'] },
  { code: '33', name: msg('Tamil Nadu'), alsoKnownAs: ['TN'] },
  { code: '36', name: msg('Telangana'), alsoKnownAs: ['TG', 'TS'] },
  { code: '16', name: msg('Tripura'), alsoKnownAs: ['TR'] },
  { code: '09', name: msg('Uttar Pradesh'), alsoKnownAs: ['UP'] },
  { code: '05', name: msg('Uttarakhand'), alsoKnownAs: ['UK', 'UT', 'Uttaranchal'] },
  { code: '19', name: msg('West Bengal'), alsoKnownAs: ['WB'] },
]

const byCode = new Map(known.map((state) => [state.code, state]))
const byWord = new Map(
  known.flatMap((state) =>
    [state.code, state.name, ...state.alsoKnownAs].map((word) => [lettersOf(word), state] as const),
  ),
)

/** By name, as a list to choose from. */
export const indianStates: readonly { code: string; name: string }[] = known.map(
  ({ code, name }) => ({ code, name }),
)

/** By two digits, two letters or name, however it is spaced and capitalised; undefined if there is none. */
export function findState(words: string): IndianState | undefined {
  return byWord.get(lettersOf(words))
}

/** Of a code that was checked before. */
export function stateOf(code: string): IndianState {
  const state = byCode.get(code)
  if (!state) throw new Error(`no State has the code ${code}`)
  return state
}

/** e.g. `29-Karnataka`, as returns and invoices name a place of supply. */
export function describePlace(code: string): string {
  return `${code}-${stateOf(code).name}`
}

function lettersOf(words: string): string {
  return words
    .toLowerCase()
    .replaceAll('&', 'and')
    .replaceAll(/[^a-z0-9]/g, '')
}
