import { expect, test } from 'vitest'
import { chooseGoogle } from '../../src/bootstrap/choose-google.ts'
import { createIdTokenVerifier } from '../../src/integrations/google/verify-id-token.ts'
import { readSettings } from '../../src/platform/settings.ts'
import { openTestStandIn, type TestStandIn } from '../test-stand-in.ts'

const account = { client_id: 'sandbox.apps.googleusercontent.test', email: 'Asha@Gmail.test' }

test('what is signed for a chosen account is believed by the code that believes Google', async () => {
  const opened = await openTestStandIn()
  const verify = createIdTokenVerifier(chooseGoogle(readSettings({}), opened.standIn.url)!)

  const first = await verify(await credentialFor(opened, { name: 'आशा', nonce: 'of this page' }))
  const again = await verify(await credentialFor(opened, { name: 'Asha Rao' }))

  expect(first).toMatchObject({ email: 'asha@gmail.test', name: 'आशा', nonce: 'of this page' })
  expect(again).toMatchObject({ subject: first.subject, name: 'Asha Rao', nonce: undefined })
  const other = chooseGoogle(readSettings({}), (await openTestStandIn()).standIn.url)!
  const foreign = createIdTokenVerifier(other)(await credentialFor(opened, { name: 'Asha' }))
  await expect(foreign).rejects.toMatchObject({ code: 'google_refused' })
})

test('credentials are for pages of this academy, asked for by a page of the stand-in', async () => {
  const { standIn, webhookUrl } = await openTestStandIn()
  const show = async (origin: string) => {
    const query = new URLSearchParams({ client_id: 'x', nonce: '', origin })
    return (await fetch(`${standIn.url}/google/accounts?${query}`)).status
  }

  const academy = new URL(webhookUrl)
  expect(await show(academy.origin)).toBe(200)
  expect(await show(`http://localhost:${academy.port}`)).toBe(200)
  expect(await show('http://127.0.0.1:1')).toBe(400)
  expect(await show(`https://elsewhere.test:${academy.port}`)).toBe(400)
  const asked = await fetch(`${standIn.url}/google/credential`, {
    method: 'POST',
    headers: { origin: 'https://elsewhere.test', 'content-type': 'text/plain' },
    body: JSON.stringify({ ...account, name: 'Asha' }),
  })
  expect(asked.status).toBe(403)
})

async function credentialFor({ post }: TestStandIn, more: { name: string; nonce?: string }) {
  const answer = await post('/google/credential', { ...account, ...more })
  return (answer as { credential: string }).credential // as the stand-in answers
}
