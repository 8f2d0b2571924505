import { expect, test } from 'vitest'
import { readCertificateId } from '../read-certificate-id.ts'
import { newCertificateId } from './certificate-id.ts'

test.each([
  ['Kalakriti Academy', 'KA'],
  ['the little school of pictures', 'TLS'],
  ['कलाकृति', 'C'],
  ['  ', 'C'],
])('an id begins with the initials of %s', (brandName, initials) => {
  expect(newCertificateId(brandName)).toMatch(
    new RegExp(`^${initials}(-[0-9A-HJKMNP-TV-Z]{4}){3}$`),
  )
})

test('no two ids are alike', () => {
  const ids = Array.from({ length: 1000 }, () => newCertificateId('Kalakriti Academy'))

  expect(new Set(ids).size).toBe(1000)
})

test('an id read aloud or misread is understood, its initials are left alone', () => {
  expect(readCertificateId(' ilo-7f3o-i2lm-xd4t ')).toBe('ILO-7F30-121M-XD4T')
})
