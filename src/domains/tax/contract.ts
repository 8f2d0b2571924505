import * as z from 'zod'
import { day, period } from '../../http/days.ts'
import { endpoint } from '../../http/endpoint.ts'

const indianState = z.object({
  code: z.string().describe('Two digits, as a GSTIN begins.'),
  name: z.string(),
})

const taxSettings = z.object({
  legal_name: z.string(),
  address: z.string(),
  state: z.string().nullable().describe('Two digits; null until it was chosen.'),
  gstin: z.string().nullable().describe('Null: no tax is collected, no tax document issued.'),
  sac: z.string(),
  since: z.iso.datetime().nullable().describe('Null: these are proposals; nothing was saved.'),
  states: z.array(indianState).describe('By name.'),
})

export const getTaxSettings = endpoint('GET /admin/tax-settings', {
  summary: 'What the academy is to the tax office',
  access: { right: 'tax' },
  answer: taxSettings,
})

export const putTaxSettings = endpoint('PUT /admin/tax-settings', {
  summary: 'Changes the tax settings from now on; what was issued keeps what held then',
  access: { right: 'tax' },
  stepUp: true,
  body: z.object({
    legal_name: z.string().trim().min(1).max(200),
    address: z.string().trim().min(1).max(500),
    state: z.string().max(100).describe('Two digits, two letters or the name.'),
    gstin: z.string().max(30).nullable(),
    sac: z
      .string()
      .trim()
      .regex(
        /^99(?:[0-9]{2}|[0-9]{4})$/,
        'A SAC has 4 or 6 digits and begins with 99, e.g. 999293.',
      ),
    since: taxSettings.shape.since
      .optional()
      .describe('Of what was looked at: refused if something newer holds by now.'),
  }),
  answer: taxSettings,
  problems: ['settings_changed'],
})

const taxDetails = z.object({
  is_asked: z
    .boolean()
    .describe('A State must be given before paying, as the academy has a GSTIN.'),
  state: z.string().nullable().describe('Two digits; null: never given.'),
  gstin: z.string().nullable(),
  business_name: z.string().nullable().describe('Printed instead of the learner’s name.'),
  address: z.string().nullable(),
  states: z.array(indianState).describe('By name.'),
})

export const getMyTaxDetails = endpoint('GET /my-tax-details', {
  summary: 'Where the caller’s invoices say they live, and their GSTIN',
  access: 'learner',
  isOpenToViews: false,
  answer: taxDetails,
})

const optionalText = (length: number) => z.string().max(length).nullable().optional()

export const putMyTaxDetails = endpoint('PUT /my-tax-details', {
  summary: 'Changes them for the next purchase; what was issued stays',
  access: 'learner',
  body: z.object({
    state: z.string().max(100).optional().describe('Two digits, two letters or the name.'),
    gstin: optionalText(30).describe(
      'Decides the State, and wants name and address. Blank or null: none.',
    ),
    business_name: optionalText(200),
    address: optionalText(500),
  }),
  answer: taxDetails,
  problems: [
    'buyer_state_missing',
    'buyer_outside_india',
    'gstin_invalid',
    'buyer_details_missing',
  ],
})

const paymentParams = z.object({ payment_id: z.uuid() })
const pdf = z.string().describe('A PDF.')
const creditNoteQuery = z.object({
  number: z.string().max(16).optional().describe('Of several, this one; else the newest.'),
})

export const getMyInvoice = endpoint('GET /my-payments/:payment_id/invoice', {
  summary: "The tax invoice of one of the caller's payments",
  access: 'learner',
  isOpenToViews: false,
  params: paymentParams,
  answer: pdf,
  answerType: 'application/pdf',
  problems: ['invoice_not_found'],
})

export const getMyCreditNote = endpoint('GET /my-payments/:payment_id/credit-note', {
  summary: "A credit note of one of the caller's refunded payments",
  access: 'learner',
  isOpenToViews: false,
  params: paymentParams,
  query: creditNoteQuery,
  answer: pdf,
  answerType: 'application/pdf',
  problems: ['credit_note_not_found'],
})

export const getInvoice = endpoint('GET /admin/payments/:payment_id/invoice', {
  summary: 'The tax invoice of a payment',
  access: { right: 'orders' },
  params: paymentParams,
  answer: pdf,
  answerType: 'application/pdf',
  problems: ['invoice_not_found'],
})

export const getCreditNote = endpoint('GET /admin/payments/:payment_id/credit-note', {
  summary: 'A credit note of a refunded payment',
  access: { right: 'orders' },
  params: paymentParams,
  query: creditNoteQuery,
  answer: pdf,
  answerType: 'application/pdf',
  problems: ['credit_note_not_found'],
})

/** One table of GSTR-1, of the documents issued from one day to another in India, both included. */
const gstr1 = <const Table extends string>(table: Table, summary: string) =>
  endpoint(`GET /admin/exports/gstr1-${table}.csv`, {
    summary,
    access: { right: 'exports' },
    isAudited: true,
    stepUp: true,
    query: period,
    answer: z.string(),
    answerType: 'text/csv',
  })

export const exportB2b = gstr1('b2b', 'Table 4: invoices to registered buyers')
export const exportB2cl = gstr1(
  'b2cl',
  'Table 5: invoices above ₹1 lakh to unregistered buyers of other States',
)
export const exportB2cs = gstr1(
  'b2cs',
  'Table 7: the rest, by State and rate, less what was credited',
)
export const exportCdnr = gstr1('cdnr', 'Table 9B: credit notes to registered buyers')
export const exportCdnur = gstr1('cdnur', 'Table 9B: credit notes on invoices of table 5')
export const exportHsn = gstr1(
  'hsn',
  'Table 12: by SAC, less what was credited; both sheets in one',
)
export const exportHsnB2b = gstr1('hsn-b2b', 'Table 12: the sheet of registered buyers')
export const exportHsnB2c = gstr1('hsn-b2c', 'Table 12: the sheet of unregistered buyers')
export const exportDocs = gstr1('docs', 'Table 13: which numbers were used')

/** Rupees, with two decimals at most. */
const rupees = z.number()
const taxes = {
  rt: z.number(),
  txval: rupees,
  iamt: rupees.optional(),
  camt: rupees.optional(),
  samt: rupees.optional(),
  csamt: rupees,
}
const itms = z.array(z.object({ num: z.int(), itm_det: z.object(taxes) }))
const ofInvoice = { inum: z.string(), idt: z.string(), val: rupees, itms }
const regular = { rchrg: z.literal('N'), inv_typ: z.literal('R') }
const ofNote = {
  ntty: z.literal('C'),
  nt_num: z.string(),
  nt_dt: z.string(),
  val: rupees,
  pos: z.string(),
  itms,
}
const sacSheet = z.array(
  z.object({
    ...taxes,
    num: z.int(),
    hsn_sc: z.string(),
    desc: z.string(),
    uqc: z.string(),
    qty: z.number(),
  }),
)
const usedNumbers = z.object({
  num: z.int(),
  from: z.string(),
  to: z.string(),
  totnum: z.int(),
  cancel: z.int(),
  net_issue: z.int(),
})

export const exportGstr1 = endpoint('GET /admin/exports/gstr1.json', {
  summary: "The return of one GSTIN, as the government's offline tool takes and keeps it",
  access: { right: 'exports' },
  isAudited: true,
  stepUp: true,
  query: z
    .object({ from: day, to: day, gstin: z.string().regex(/^\d{2}[A-Z0-9]{13}$/) })
    .refine(isMonthOrQuarter, {
      path: ['to'],
      message:
        'The return is of a whole month, or a whole quarter from January, April, July or October.',
    }),
  answer: z.object({
    gstin: z.string(),
    fp: z.string().describe('The month, or the last of the quarter: MMYYYY.'),
    version: z.string(),
    hash: z.string(),
    b2b: z
      .array(
        z.object({
          ctin: z.string(),
          inv: z.array(z.object({ ...ofInvoice, ...regular, pos: z.string() })),
        }),
      )
      .optional(),
    b2cl: z.array(z.object({ pos: z.string(), inv: z.array(z.object(ofInvoice)) })).optional(),
    b2cs: z
      .array(
        z.object({
          ...taxes,
          sply_ty: z.enum(['INTRA', 'INTER']),
          typ: z.literal('OE'),
          pos: z.string(),
        }),
      )
      .optional(),
    cdnr: z
      .array(z.object({ ctin: z.string(), nt: z.array(z.object({ ...ofNote, ...regular })) }))
      .optional(),
    cdnur: z.array(z.object({ ...ofNote, typ: z.literal('B2CL') })).optional(),
    hsn: z.object({ hsn_b2b: sacSheet.optional(), hsn_b2c: sacSheet.optional() }).optional(),
    doc_issue: z
      .object({
        doc_det: z.array(
          z.object({ doc_num: z.int(), doc_typ: z.string(), docs: z.array(usedNumbers) }),
        ),
      })
      .optional(),
  }),
})

function isMonthOrQuarter({ from, to }: { from: string; to: string }): boolean {
  const [year = 0, month = 0, first] = from.split('-').map(Number)
  const lastOf = (month: number) => new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
  const isQuarter = month % 3 === 1 && to === lastOf(month + 2)
  return first === 1 && (to === lastOf(month) || isQuarter)
}
