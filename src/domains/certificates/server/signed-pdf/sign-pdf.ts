import { createHash } from 'node:crypto'
import { ObjectIdentifier, OctetString, UTCTime } from 'asn1js'
import {
  Attribute,
  type Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs'
import { prepareSignature, putSignature, type SignedFacts } from './prepare-signature.ts'

/** Of Web Crypto, as the library has it. */
export type SigningKey = Parameters<SignedData['sign']>[0]

/** Who signs documents. */
export interface DocumentSigner {
  certificate: Certificate
  privateKey: SigningKey
}

const idOf = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
}

/**
 * The PDF with a signature that readers show (`adbe.pkcs7.detached`, RSA with SHA-256). The same file, facts
 * and signer give the same bytes.
 */
export async function signPdf(
  pdf: Buffer,
  signed: SignedFacts,
  { certificate, privateKey }: DocumentSigner,
): Promise<Buffer> {
  const prepared = prepareSignature(pdf, signed)
  const digest = createHash('sha256').update(prepared.before).update(prepared.behind).digest()
  const { issuer, serialNumber } = certificate
  const attributes = [
    new Attribute({
      type: idOf.contentType,
      values: [new ObjectIdentifier({ value: idOf.data })],
    }),
    new Attribute({
      type: idOf.signingTime,
      values: [new UTCTime({ valueDate: signed.signedAt })],
    }),
    new Attribute({
      type: idOf.messageDigest,
      values: [new OctetString({ valueHex: bytesOf(digest) })],
    }),
  ]
  const cms = new SignedData({
    version: 1,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: idOf.data }),
    certificates: [certificate],
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({ issuer, serialNumber }),
        signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes }),
      }),
    ],
  })
  await cms.sign(privateKey, 0, 'SHA-256', bytesOf(digest))
  const info = new ContentInfo({ contentType: idOf.signedData, content: cms.toSchema(true) })
  return putSignature(prepared, Buffer.from(info.toSchema().toBER()))
}

function bytesOf(buffer: Buffer): ArrayBuffer {
  return Uint8Array.from(buffer).buffer
}
