/** What the file of a certificate says, a badge or a PDF. */
export interface CertifiedFacts {
  number: string
  student: string
  course: string
  /** ISO 8601. */
  issuedAt: string
}
