import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { Integer, Utf8String } from 'asn1js'
import { AttributeTypeAndValue, BasicConstraints, Certificate, Extension } from 'pkijs'
import type { Database } from '../../../../platform/database/database.ts'
import type { KeptDependencies } from '../../../site/server/kept-settings.ts'
import {
  createResealKeys,
  findSigningKey,
  keepSigningKey,
  listPublicParts,
} from '../../../site/server/signing-keys.ts'
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
  await keepSigningKey(deps, documentKeys, { publicPart: text, privateKey: pkcs8 })
  return { certificate, privateKey }
}

/** The newest key that opens here; one is made where none does. */
export async function findDocumentSigner(deps: DocumentKeyDependencies): Promise<DocumentSigner> {
  const found = await findSigningKey(deps, documentKeys)
  if (!found) return makeDocumentKey(deps)
  const privateKey = await importPrivateKey(found.privateKey)
  return { certificate: readCertificate(found.publicPart), privateKey }
}

/** All that ever signed, newest first: the certificate in base64, and its public key (SPKI) alone. */
export async function listDocumentCertificates(
  db: Database,
): Promise<{ certificate: string; publicKey: string }[]> {
  return (await listPublicParts(db, documentKeys)).map((certificate) => {
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

export const resealDocumentKeys = createResealKeys(documentKeys)
