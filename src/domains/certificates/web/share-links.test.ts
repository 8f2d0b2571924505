import { describe, expect, it } from 'vitest'
import { defaultFileName, linkedInLink, linkedInProfileLink, whatsAppLink } from './share-links.ts'

const verifyUrl = 'https://academy.example/verify/KA-1?x=1&y=2'

describe('a learner who shows a certificate', () => {
  it('shares the address of its public proof, whole', () => {
    const linkedIn = new URL(linkedInLink(verifyUrl))
    const whatsApp = new URL(whatsAppLink('Reels & more', verifyUrl))

    expect(linkedIn.searchParams.get('url')).toBe(verifyUrl)
    expect(whatsApp.searchParams.get('text')).toBe(
      `I completed “Reels & more”. Here is my certificate: ${verifyUrl}`,
    )
  })

  it('adds it to a LinkedIn profile with the month it was earned in, in India', () => {
    const link = linkedInProfileLink({
      courseTitle: 'Reels & more',
      brandName: 'Kalakriti Academy',
      completedAt: '2026-11-30T20:00:00.000Z',
      verifyUrl,
      certificateId: 'KA-1',
    })

    expect(link).toMatch(
      /^https:\/\/www\.linkedin\.com\/profile\/add\?startTask=CERTIFICATION_NAME&/,
    )
    expect(Object.fromEntries(new URL(link).searchParams)).toMatchObject({
      name: 'Reels & more',
      organizationName: 'Kalakriti Academy',
      issueYear: '2026',
      issueMonth: '12',
      certUrl: verifyUrl,
      certId: 'KA-1',
    })
  })

  it('saves it under the brand’s name if the server names no file', () => {
    expect(defaultFileName('Kalakriti Academy')).toBe('Kalakriti-Academy-Certificate.pdf')
    expect(defaultFileName(' कला & Co. ')).toBe('कला-Co-Certificate.pdf')
  })
})
