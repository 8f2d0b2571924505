import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { MediaStore } from '../../../../platform/media/media-store.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { submissionKey } from '../../../assignments/server/keep-file.ts'
import { submissionFiles } from '../../../assignments/server/tables.ts'
import {
  type PrintingDependencies,
  printCertificate,
} from '../../../certificates/server/print-certificate.ts'
import { certificates } from '../../../certificates/server/tables.ts'
import type { CheckoutDependencies } from '../../../checkout/server/dependencies.ts'
import { readReceipt } from '../../../checkout/server/receipts/read-receipt.ts'
import { orders, receipts } from '../../../checkout/server/tables.ts'
import { readTaxDocument } from '../../../tax/server/documents/read-tax-document.ts'
import { taxDocuments } from '../../../tax/server/tables.ts'
import { columnsOf } from '../register/columns-of.ts'
import { fillIn, type Person, readPerson } from '../register/fill-in.ts'
import { type PersonalTable, personalTables, withheldOf } from '../register/personal-tables.ts'
import { bases, records } from '../register/records.ts'
import { blankSecrets } from './blank-secrets.ts'
import type { ZipEntry } from './write-zip.ts'

export type CollectDependencies = PrintingDependencies &
  Pick<CheckoutDependencies, 'db' | 'pdfRenderer' | 'brand' | 'languages'> & { media: MediaStore }

/**
 * The files of a person's copy: what the register says is theirs as JSON, table by table, with a description
 * of every column; their receipts, invoices and certificates as PDFs. Nothing of anybody else.
 */
export async function* collectData(
  deps: CollectDependencies,
  learnerId: string,
): AsyncGenerator<ZipEntry> {
  const person = await readPerson(deps.db, { learnerId, isCopied: true })
  yield text('README.txt', `${readMe(deps.brand.name)}\n`)
  yield text('schema.json', json(await describeColumns(deps)))
  for (const [name, table] of Object.entries(personalTables)) {
    if (table.given === '') continue
    yield text(`data/${name}.json`, json(await readRows(deps, { name, table, person })))
  }
  yield* printDocuments(deps, learnerId)
  yield* printCertificates(deps, learnerId)
  yield* copySubmissionFiles(deps, person)
}

function readMe(academy: string): string {
  return t(
    'This is all that {academy} keeps about you. The folder “data” has one file for each kind of record, as JSON, which other programs read; “schema.json” says what each field is, why it is kept, for how long, and which fields are left out. The folders “documents” and “certificates” have your papers as PDFs, “assignments” the files you handed in.',
    { academy },
  )
}

/** As PostgreSQL writes them: instants in UTC, money in paise where the column says so. */
async function readRows(
  { db }: CollectDependencies,
  { name, table, person }: { name: string; table: PersonalTable; person: Person },
): Promise<unknown[]> {
  const columns = columnsOf(table.given).join(', ')
  const { rows } = await db.execute<{ row: Record<string, unknown> }>(sql`
    select to_jsonb(one) as row
      from (select ${sql.raw(columns)} from ${sql.raw(name)} where ${fillIn(table.whose, person)}) one`)
  return rows.map(({ row }) => {
    for (const column of Object.keys(table.blanked ?? {})) {
      const said = row[column]
      if (typeof said === 'string') row[column] = blankSecrets(said)
    }
    return row
  })
}

async function describeColumns({ db }: CollectDependencies): Promise<Record<string, unknown>> {
  const { rows } = await db.execute<{ table: string; column: string; type: string }>(sql`
    select attrelid::regclass::text as table, attname as column, format_type(atttypid, atttypmod) as type
      from pg_attribute join pg_class on pg_class.oid = attrelid
     where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped`)
  const typeOf = new Map(rows.map(({ table, column, type }) => [`${table}.${column}`, type]))
  const described = Object.entries(personalTables).map(([name, table]) => {
    const { title, purpose, basis, kept } = records[table.record]
    const fields = columnsOf(table.given).map((column) => [column, typeOf.get(`${name}.${column}`)])
    return [
      name,
      {
        about: t(title),
        purpose: t(purpose),
        basis: t(bases[basis]),
        kept: t(kept),
        fields: Object.fromEntries(fields),
        left_out: { ...withheldOf(table), ...table.blanked },
      },
    ]
  })
  return Object.fromEntries(described)
}

async function* printDocuments(
  deps: CollectDependencies,
  learnerId: string,
): AsyncGenerator<ZipEntry> {
  const numbered = await deps.db
    .select({ orderId: receipts.orderId })
    .from(receipts)
    .innerJoin(orders, eq(orders.id, receipts.orderId))
    .where(eq(orders.learnerId, learnerId))
    .orderBy(asc(receipts.issuedAt))
  for (const { orderId } of numbered) {
    const { filename, content } = await readReceipt(deps, orderId)
    yield { name: `documents/${filename}`, pieces: [content] }
  }
  const issued = await deps.db
    .select({
      kind: taxDocuments.kind,
      orderId: taxDocuments.orderId,
      number: taxDocuments.documentNumber,
    })
    .from(taxDocuments)
    .where(eq(taxDocuments.learnerId, learnerId))
    .orderBy(asc(taxDocuments.issuedAt))
  for (const document of issued) {
    const { filename, content } = await readTaxDocument(deps, document)
    yield { name: `documents/${filename}`, pieces: [content] }
  }
}

async function* printCertificates(
  deps: CollectDependencies,
  learnerId: string,
): AsyncGenerator<ZipEntry> {
  const held = await deps.db
    .select()
    .from(certificates)
    .where(eq(certificates.learnerId, learnerId))
  for (const certificate of held) {
    const pdf = await printCertificate(deps, certificate)
    yield { name: `certificates/${certificate.id}.pdf`, pieces: [pdf] }
  }
}

async function* copySubmissionFiles(
  { db, media }: CollectDependencies,
  { ids }: Person,
): AsyncGenerator<ZipEntry> {
  const kept = await db
    .select()
    .from(submissionFiles)
    .where(inArray(submissionFiles.learnerId, ids))
    .orderBy(asc(submissionFiles.begunAt))
  for (const { id, filename } of kept) {
    const content = await media.read(submissionKey(id))
    if (content) yield { name: `assignments/${id}-${filename}`, pieces: content.stream }
  }
}

function text(name: string, content: string): ZipEntry {
  return { name, pieces: [Buffer.from(content)] }
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
