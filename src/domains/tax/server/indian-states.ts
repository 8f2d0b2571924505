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
    name: 'Andaman and Nicobar Islands',
    alsoKnownAs: ['AN', 'Andaman and Nicobar'],
    isWithoutLegislature: true,
  },
  { code: '37', name: 'Andhra Pradesh', alsoKnownAs: ['AP', 'AD'] },
  { code: '12', name: 'Arunachal Pradesh', alsoKnownAs: ['AR'] },
  { code: '18', name: 'Assam', alsoKnownAs: ['AS'] },
  { code: '10', name: 'Bihar', alsoKnownAs: ['BR'] },
  { code: '04', name: 'Chandigarh', alsoKnownAs: ['CH'], isWithoutLegislature: true },
  { code: '22', name: 'Chhattisgarh', alsoKnownAs: ['CG', 'CT', 'Chattisgarh'] },
  {
    code: '26',
    name: 'Dadra and Nagar Haveli and Daman and Diu',
    alsoKnownAs: ['DN', 'DD', 'DH', 'Dadra and Nagar Haveli', 'Daman and Diu'],
    isWithoutLegislature: true,
  },
  { code: '07', name: 'Delhi', alsoKnownAs: ['DL', 'New Delhi', 'NCT of Delhi'] },
  { code: '30', name: 'Goa', alsoKnownAs: ['GA'] },
  { code: '24', name: 'Gujarat', alsoKnownAs: ['GJ'] },
  { code: '06', name: 'Haryana', alsoKnownAs: ['HR'] },
  { code: '02', name: 'Himachal Pradesh', alsoKnownAs: ['HP'] },
  { code: '01', name: 'Jammu and Kashmir', alsoKnownAs: ['JK'] },
  { code: '20', name: 'Jharkhand', alsoKnownAs: ['JH'] },
  { code: '29', name: 'Karnataka', alsoKnownAs: ['KA'] },
  { code: '32', name: 'Kerala', alsoKnownAs: ['KL'] },
  { code: '38', name: 'Ladakh', alsoKnownAs: ['LA'], isWithoutLegislature: true },
  { code: '31', name: 'Lakshadweep', alsoKnownAs: ['LD'], isWithoutLegislature: true },
  { code: '23', name: 'Madhya Pradesh', alsoKnownAs: ['MP'] },
  { code: '27', name: 'Maharashtra', alsoKnownAs: ['MH'] },
  { code: '14', name: 'Manipur', alsoKnownAs: ['MN'] },
  { code: '17', name: 'Meghalaya', alsoKnownAs: ['ML'] },
  { code: '15', name: 'Mizoram', alsoKnownAs: ['MZ'] },
  { code: '13', name: 'Nagaland', alsoKnownAs: ['NL'] },
  { code: '21', name: 'Odisha', alsoKnownAs: ['OD', 'OR', 'Orissa'] },
  // The sea and whatever else is in no State; taxed as a Union territory (UTGST Act, section 2(22)).
  { code: '97', name: 'Other Territory', alsoKnownAs: ['OT'], isWithoutLegislature: true },
  { code: '34', name: 'Puducherry', alsoKnownAs: ['PY', 'Pondicherry'] },
  { code: '03', name: 'Punjab', alsoKnownAs: ['PB'] },
  { code: '08', name: 'Rajasthan', alsoKnownAs: ['RJ'] },
  { code: '11', name: 'Sikkim', alsoKnownAs: ['SK'] },
  { code: '33', name: 'Tamil Nadu', alsoKnownAs: ['TN'] },
  { code: '36', name: 'Telangana', alsoKnownAs: ['TG', 'TS'] },
  { code: '16', name: 'Tripura', alsoKnownAs: ['TR'] },
  { code: '09', name: 'Uttar Pradesh', alsoKnownAs: ['UP'] },
  { code: '05', name: 'Uttarakhand', alsoKnownAs: ['UK', 'UT', 'Uttaranchal'] },
  { code: '19', name: 'West Bengal', alsoKnownAs: ['WB'] },
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
