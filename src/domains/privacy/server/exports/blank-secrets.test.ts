import { expect, test } from 'vitest'
import { mailTemplates, secretsOfMails } from '../../../../../tests/support/mail-templates.ts'
import { renderMail } from '../../../../integrations/mail/render-mail.ts'
import { unsubscribeUrlOf } from '../../../../integrations/mail/unsubscribe-token.ts'
import { newJoinCode } from '../../../learners/server/join/join-codes.ts'
import { personalTables } from '../register/personal-tables.ts'
import { blankSecrets } from './blank-secrets.ts'

const sender = {
  brand: { name: 'Reels', supportEmail: 'a@b.test' },
  publicUrl: () => 'https://academy.test',
}
const unsubscribeKey = { current: 'key', accepted: ['key'] }
const unsubscribeUrl = unsubscribeUrlOf({ sender, unsubscribeKey }, crypto.randomUUID())

test('the copy of somebody’s data has the text of a mail without what opens something', () => {
  expect(personalTables.mails?.blanked).toHaveProperty('text')
})

test.each(Object.entries(mailTemplates))('%s opens nothing any more', (_, write) => {
  const template = { ...write(), unsubscribeUrl }
  const codes = template.code === undefined ? [] : [template.code, newJoinCode()]
  const token = new URL(unsubscribeUrl).searchParams.get('token') ?? ''
  const secrets = [...secretsOfMails, ...codes, token]
  const written = [template, ...codes.map((code) => ({ ...template, code }))]
  const texts = written.map((each) => renderMail(each, sender).text)

  const kept = texts.map(blankSecrets)

  for (const text of kept) {
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
    // Nor anything else as long as a token, whatever a link calls it.
    expect(text).not.toMatch(/[=/#][\w-]{32,}/)
    expect(text).toContain(template.paragraphs[0] ?? '')
  }
})

test('what a person is told stays as it was written', () => {
  const text = 'Hello Asha,\n\nORDER 12 of 2026\n\nhttps://academy.test/courses/reels?tab=details\n'

  expect(blankSecrets(text)).toBe(text)
})
