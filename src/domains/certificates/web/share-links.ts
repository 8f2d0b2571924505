import { t } from '../../../shared/i18n/translate.ts'

/** Where a learner may show a certificate: plain links, no script of anybody else. */
export function linkedInLink(verifyUrl: string): string {
  return `https://www.linkedin.com/sharing/share-offsite/?${new URLSearchParams({ url: verifyUrl })}`
}

export function whatsAppLink(courseTitle: string, verifyUrl: string): string {
  const text = t('I completed “{course}”. Here is my certificate: {address}', {
    course: courseTitle,
    address: verifyUrl,
  })
  return `https://wa.me/?${new URLSearchParams({ text })}`
}

/** Under which a certificate is saved if the server names no file. */
export function defaultFileName(brandName: string): string {
  const words = brandName.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '')
  return [...words, 'Certificate.pdf'].join('-')
}
