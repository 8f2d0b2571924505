import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { Integer, Utf8String } from 'asn1js'
import { desc, eq } from 'drizzle-orm'
import { AttributeTypeAndValue, BasicConstraints, Certificate, Extension } from 'pkijs'
import type { Database } from '../../../../platform/database/database.ts'
import { shareUntilCommit } from '../../../../platform/database/lock-until-commit.ts'
import {
  type Reseal,
  readSealingKeys,
  seal,
  sealingLock,
  unseal,
} from '../../../../platform/seal.ts'
import type { KeptDependencies } from '../../../site/server/kept-settings.ts'
import { documentKeys } from '../tables.ts'
import type { DocumentSigner, SigningKey } from './sign-pdf.ts'

export interface DocumentKeyDependencies extends KeptDependencies {
  brand: { name: string }
}

/** Readers of PDFs know RSA; badges have another key (docs/decisions/0105). */
const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
/** Before any certificate of a course was issued: what is signed bears the day of its issue. */
const validFrom = new Date('2020-01-01T00:00:00Z')
/** The last moment that certificates write in the short form. */
const validUntil = new Date('2049-12-31T23:59:59Z')

/** Makes the key that signs PDFs from now on, with a certificate that it signs itself. */
export async function makeDocumentKey(deps: DocumentKeyDependencies): Promise<DocumentSigner> {
  const pair = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const pkcs8 = pair.privateKey.export({ format: 'der', type: 'pkcs8' })
  const spki = pair.publicKey.export({ format: 'der', type: 'spki' })
  const privateKey = await importPrivateKey(pkcs8)
  const publicKey = await crypto.subtle.importKey('spki', Uint8Array.from(spki), algorithm, true, [
    'verify',
  ])
  const certificate = await certify({ publicKey, privateKey }, deps.brand.name)
  const text = Buffer.from(certificate.toSchema(true).toBER()).toString('base64')
  await deps.db.transaction(async (db) => {
    await shareUntilCommit(db, sealingLock)
    const sealingKeys = await readSealingKeys(deps.env['SETTINGS_KEY'], deps.dataDir)
    const sealedPrivateKey = seal(sealingKeys, text, pkcs8.toString('base64url'))
    await db.insert(documentKeys).values({ certificate: text, sealedPrivateKey })
  })
  return { certificate, privateKey }
}

/** The newest key that opens here; one is made where none does, as for badges. */
export async function findDocumentSigner(deps: DocumentKeyDependencies): Promise<DocumentSigner> {
  const sealed = await listNewestFirst(deps.db)
  const sealingKeys = await readSealingKeys(deps.env['SETTINGS_KEY'], deps.dataDir)
  for (const { certificate: text, sealedPrivateKey } of sealed) {
    const opened = unseal(sealingKeys, text, sealedPrivateKey)
    if (opened === null) continue
    const privateKey = await importPrivateKey(Buffer.from(opened, 'base64url'))
    return { certificate: readCertificate(text), privateKey }
  }
  return makeDocumentKey(deps)
}

/** Seals the keys anew that can be opened. */
export async function resealDocumentKeys(db: Database, reseal: Reseal): Promise<void> {
  for (const { certificate, sealedPrivateKey } of await listNewestFirst(db)) {
    const sealed = reseal(certificate, sealedPrivateKey)
    if (sealed === null) continue
    await db
      .update(documentKeys)
      .set({ sealedPrivateKey: sealed })
      .where(eq(documentKeys.certificate, certificate))
  }
}

/** At the first start. */
export async function ensureDocumentKey(deps: DocumentKeyDependencies): Promise<void> {
  if ((await listNewestFirst(deps.db)).length === 0) await makeDocumentKey(deps)
}

/** All that ever signed, newest first: the certificate in base64, and its public key (SPKI) alone. */
export async function listDocumentCertificates(
  db: Database,
): Promise<{ certificate: string; publicKey: string }[]> {
  return (await listNewestFirst(db)).map(({ certificate }) => {
    const spki = readCertificate(certificate).subjectPublicKeyInfo.toSchema().toBER()
    return { certificate, publicKey: Buffer.from(spki).toString('base64') }
  })
}

async function certify(
  { publicKey, privateKey }: { publicKey: SigningKey; privateKey: SigningKey },
  academy: string,
): Promise<Certificate> {
  const certificate = new Certificate({
    version: 2,
    serialNumber: new Integer({ valueHex: positive(randomBytes(16)) }),
  })
  const name = new AttributeTypeAndValue({
    type: '2.5.4.3', // common name
    value: new Utf8String({ value: academy }),
  })
  certificate.subject.typesAndValues.push(name)
  certificate.issuer.typesAndValues.push(name)
  certificate.notBefore.value = validFrom
  certificate.notAfter.value = validUntil
  const constraints = new BasicConstraints({ cA: false }).toSchema().toBER()
  certificate.extensions = [
    new Extension({ extnID: '2.5.29.19', critical: true, extnValue: constraints }),
  ]
  await certificate.subjectPublicKeyInfo.importKey(publicKey)
  await certificate.sign(privateKey, 'SHA-256')
  return certificate
}

function importPrivateKey(pkcs8: Buffer): Promise<SigningKey> {
  return crypto.subtle.importKey('pkcs8', Uint8Array.from(pkcs8), algorithm, false, ['sign'])
}

function readCertificate(base64: string): Certificate {
  return Certificate.fromBER(Buffer.from(base64, 'base64'))
}

function positive(bytes: Buffer): ArrayBuffer {
  return Uint8Array.from([0x01, ...bytes]).buffer
}

function listNewestFirst(db: Database) {
  return db.select().from(documentKeys).orderBy(desc(documentKeys.madeAt))
}
