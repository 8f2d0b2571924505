import { t } from '../../../shared/i18n/translate.ts'
import { dayInIndia } from '../../../shared/india-time.ts'

/** Where a learner may show a certificate: plain links, no script of anybody else. */
export function linkedInLink(verifyUrl: string): string {
  return `https://www.linkedin.com/sharing/share-offsite/?${new URLSearchParams({ url: verifyUrl })}`
}

/** Opens LinkedIn's form for a certificate in the profile, filled in. */
export function linkedInProfileLink(given: {
  courseTitle: string
  brandName: string
  /** ISO 8601. */
  completedAt: string
  verifyUrl: string
  certificateId: string
}): string {
  const [year = '', month = ''] = dayInIndia(new Date(given.completedAt)).split('-')
  return `https://www.linkedin.com/profile/add?${new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name: given.courseTitle,
    organizationName: given.brandName,
    issueYear: year,
    issueMonth: String(Number(month)),
    certUrl: given.verifyUrl,
    certId: given.certificateId,
  })}`
}

export function whatsAppLink(courseTitle: string, verifyUrl: string): string {
  const text = t('I completed “{course}”. Here is my certificate: {address}', {
    course: courseTitle,
    address: verifyUrl,
  })
  return `https://wa.me/?${new URLSearchParams({ text })}`
}

/** Where the badge of a certificate lies, as JSON and as a picture that holds it. */
export function badgePaths(certificateId: string): { json: string; png: string } {
  const json = `/api/certificates/${encodeURIComponent(certificateId)}/badge`
  return { json, png: `${json}.png` }
}

/** Under which a certificate is saved if the server names no file. */
export function defaultFileName(brandName: string): string {
  const words = brandName.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '')
  return [...words, 'Certificate.pdf'].join('-')
}
