import { describe, expect, it } from 'vitest'
import { defaultFileName, linkedInLink, whatsAppLink } from './share-links.ts'

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

  it('saves it under the brand’s name if the server names no file', () => {
    expect(defaultFileName('Kalakriti Academy')).toBe('Kalakriti-Academy-Certificate.pdf')
    expect(defaultFileName(' कला & Co. ')).toBe('कला-Co-Certificate.pdf')
  })
})
