import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonizeAsStranger } from '../../../tests/support/check-credential.ts'
import { readMultibase, writeMultibase } from './base58.ts'
import { type Node, UnknownTermError, writeCanonicalForm } from './canonical-form.ts'
import { contexts } from './data-integrity.ts'

const words = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))

test('whatever a name or title holds, a badge reads the same as for a JSON-LD processor', async () => {
  await fc.assert(
    fc.asyncProperty(words, words, fc.boolean(), async (name, title, hashed) => {
      const said: Node = {
        id: 'https://academy.test/api/certificates/KA-1/badge',
        type: ['VerifiableCredential', 'OpenBadgeCredential'],
        name: title,
        issuer: {
          id: 'did:web:academy.test',
          type: ['Profile'],
          name,
          url: 'https://academy.test',
        },
        validFrom: '2026-11-24T00:00:00Z',
        credentialSubject: {
          type: ['AchievementSubject'],
          identifier: [
            { type: 'IdentityObject', hashed, identityHash: name, identityType: 'name' },
            { type: 'IdentityObject', hashed, identityHash: name, identityType: 'emailAddress' },
          ],
          achievement: {
            id: 'https://academy.test/course/a',
            type: ['Achievement'],
            name: title,
            description: name,
            criteria: { narrative: title },
          },
        },
      }

      const canonical = await writeCanonicalForm(said)

      expect(canonical).toBe(await canonizeAsStranger({ '@context': contexts.badge, ...said }))
    }),
    { numRuns: 60 },
  )
})

test.each([
  ['a term that no badge of ours has', { evidence: 'x' }],
  ['a number', { name: 1 }],
  ['nothing', { name: null }],
  ['a text where an answer belongs', { hashed: 'true' }],
  ['an address that would end its own line', { id: 'https://a.test/> <b> <c> .' }],
  ['a name that only looks like an address', { id: '_:c14n0' }],
])('%s makes it no badge of ours', async (_, said) => {
  await expect(writeCanonicalForm(said as Node)).rejects.toBeInstanceOf(UnknownTermError)
})

test('bytes come back from base 58 as they were, and nothing else is read as them', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 34, maxLength: 34 }), (bytes) => {
      const text = writeMultibase(bytes)

      expect(readMultibase(text, 34)).toEqual(bytes)
      expect(readMultibase(`${text}11`, 34)).toBeNull()
      expect(readMultibase(`z1${text.slice(1)}`, 34)).toBeNull()
      expect(readMultibase(text.slice(1), 34)).toBeNull()
    }),
  )
})
