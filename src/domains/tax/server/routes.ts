import { ProblemError } from '../../../http/problem.ts'
import type { Audit } from '../../../http/server/audit.ts'
import { type PreparedResponse, prepareDownload } from '../../../http/server/prepared-response.ts'
import type { Serve } from '../../../http/server/serve.ts'
import { StreamedResponse } from '../../../http/server/streamed-response.ts'
import type { Database } from '../../../platform/database/database.ts'
import { lockUntilCommit } from '../../../platform/database/lock-until-commit.ts'
import { t } from '../../../shared/i18n/translate.ts'
import {
  exportB2b,
  exportB2cl,
  exportB2cs,
  exportCdnr,
  exportCdnur,
  exportDocs,
  exportGstr1,
  exportHsn,
  exportHsnB2b,
  exportHsnB2c,
  getCreditNote,
  getInvoice,
  getMyCreditNote,
  getMyInvoice,
  getMyTaxDetails,
  getTaxSettings,
  putMyTaxDetails,
  putTaxSettings,
} from '../contract.ts'
import { readBuyerPlace, saveBuyerPlace } from './buyer-place.ts'
import { changeTaxSettings, isSet } from './change-tax-settings.ts'
import type { TaxDependencies } from './dependencies.ts'
import { readTaxDocument, type WantedDocument } from './documents/read-tax-document.ts'
import { listDocuments } from './exports/list-documents.ts'
import { nameExport } from './exports/name-export.ts'
import type { Period } from './exports/select-documents.ts'
import { listSeries, sumBySac, sumBySacTo, sumByState } from './exports/sum-documents.ts'
import { writeGstr1 } from './exports/write-gstr1.ts'
import { indianStates } from './indian-states.ts'
import { readRegistration, readTaxSettings, type TaxSettings } from './read-tax-settings.ts'

/** Usual for courses: commercial training and coaching services. */
const usualSac = '999293'

export function taxRoutes(serve: Serve, deps: TaxDependencies): void {
  const { db } = deps

  serve(getTaxSettings, () => describeSettings(deps))

  serve(putTaxSettings, async ({ body: { since, ...body }, caller, audit }) => {
    await db.transaction(async (db) => {
      await lockUntilCommit(db, 'tax settings')
      const before = await readTaxSettings(db)
      if (since !== undefined && since !== sinceOf(before)) {
        if (isSet(body, before)) return // by this call, whose answer was lost
        throw new ProblemError('settings_changed')
      }
      await changeTaxSettings(db, body, caller.learnerId)
      await audit(db, { subject: { kind: 'tax settings', id: 'all' }, before, after: body })
    })
    return describeSettings(deps)
  })

  serve(getMyTaxDetails, ({ caller }) => describeDetails(deps, caller.learnerId))

  serve(putMyTaxDetails, async ({ body, caller }) => {
    const { state, gstin, business_name, address } = body
    await saveBuyerPlace(db, caller.learnerId, {
      ...(state !== undefined && { buyer_state: state }),
      ...(gstin !== undefined && { buyer_gstin: gstin ?? '' }),
      buyer_business_name: business_name,
      buyer_address: address,
    })
    return describeDetails(deps, caller.learnerId)
  })

  serve(getMyInvoice, ({ params, caller }) =>
    answerDocument(deps, {
      kind: 'invoice',
      orderId: params.payment_id,
      learnerId: caller.learnerId,
    }),
  )
  serve(getMyCreditNote, ({ params, query, caller }) =>
    answerDocument(deps, {
      kind: 'credit_note',
      orderId: params.payment_id,
      learnerId: caller.learnerId,
      number: query.number,
    }),
  )
  serve(getInvoice, ({ params }) =>
    answerDocument(deps, { kind: 'invoice', orderId: params.payment_id }),
  )
  serve(getCreditNote, ({ params, query }) =>
    answerDocument(deps, {
      kind: 'credit_note',
      orderId: params.payment_id,
      number: query.number,
    }),
  )

  const inPieces =
    (table: string, list: (db: Database, period: Period) => AsyncIterable<string>) =>
    async ({ query, audit }: { query: Period; audit: Audit }): Promise<StreamedResponse> => {
      // Written first, so that nothing leaves without an entry.
      await audit(db, { subject: { kind: 'export', id: `gstr1-${table}` }, after: query })
      const name = nameExport(`gstr1-${table}`, query)
      return new StreamedResponse({ name, type: 'text/csv', pieces: list(db, query) })
    }
  const documents = (table: Parameters<typeof listDocuments>[1]) =>
    inPieces(table, (db, period) => listDocuments(db, table, period))
  const sacs = (buyers: 'b2b' | 'b2c') =>
    inPieces(`hsn-${buyers}`, (db, period) => sumBySacTo(db, buyers, period))
  serve(exportB2b, documents('b2b'))
  serve(exportB2cl, documents('b2cl'))
  serve(exportB2cs, inPieces('b2cs', sumByState))
  serve(exportCdnr, documents('cdnr'))
  serve(exportCdnur, documents('cdnur'))
  serve(exportHsn, inPieces('hsn', sumBySac))
  serve(exportHsnB2b, sacs('b2b'))
  serve(exportHsnB2c, sacs('b2c'))
  serve(exportDocs, inPieces('docs', listSeries))

  serve(exportGstr1, async ({ query, audit }) => {
    await audit(db, { subject: { kind: 'export', id: 'gstr1' }, after: query })
    return writeGstr1(db, query)
  })
}

async function answerDocument(
  deps: TaxDependencies,
  wanted: WantedDocument,
): Promise<PreparedResponse> {
  const { filename, contentType, content } = await readTaxDocument(deps, wanted)
  return prepareDownload({ name: filename, type: contentType, content })
}

async function describeSettings({ db, brand }: TaxDependencies) {
  const settings = await readTaxSettings(db)
  return {
    legal_name: settings?.legalName ?? brand.name,
    address: settings?.address ?? brand.postalAddress,
    state: settings?.stateCode ?? null,
    gstin: settings?.gstin ?? null,
    sac: settings?.sac ?? usualSac,
    since: sinceOf(settings),
    states: [...indianStates],
  }
}

function sinceOf(settings: TaxSettings | null): string | null {
  return settings?.setAt.toISOString() ?? null
}

async function describeDetails({ db }: TaxDependencies, learnerId: string) {
  const place = await readBuyerPlace(db, learnerId)
  return {
    is_asked: (await readRegistration(db)) !== null,
    state: place?.stateCode ?? null,
    gstin: place?.gstin ?? null,
    business_name: place?.businessName ?? null,
    address: place?.address ?? null,
    states: indianStates.map(({ code, name }) => ({ code, name: t(name) })),
  }
}
