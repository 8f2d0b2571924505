import { afterAll, expect, test } from 'vitest'
import { demoCatalogue } from '../../../seed/demo-catalogue.ts'
import { makeAdmin, makeCourse } from '../../../tests/support/factories.ts'
import { startTestServer } from '../../../tests/support/start-test-server.ts'
import { createNamedLocks } from '../../platform/database/named-locks.ts'
import { removeDemo } from '../catalogue/contract.ts'
import { seedDemoCatalogue } from '../catalogue/server/seed-demo-catalogue.ts'
import { publishLook } from '../look/contract.ts'
import { deliveredLook } from '../look/look.ts'
import { saveSettings } from '../site/contract.ts'
import { putTaxSettings } from '../tax/contract.ts'
import { getChecklist, getFirstRun, setFirstRun } from './contract.ts'

const server = await startTestServer()
const { db, media, pool } = server
const ask = server.as(await makeAdmin(db))
afterAll(() => server.close())

test('a step is done once what it sets is set, wherever that was; the demo’s courses are not one’s own', async () => {
  await seedDemoCatalogue({ db, media, locks: createNamedLocks(pool) }, demoCatalogue)
  const listDone = async () =>
    (await ask(getFirstRun, {})).steps.filter((one) => one.is_done).map(({ step }) => step)
  expect(await listDone()).toEqual([])

  const values = { BRAND_NAME: 'Taal', SUBJECT: 'the tabla', POSTAL_ADDRESS: 'Pune' }
  await ask(saveSettings, { body: { values } })
  expect(await listDone()).toEqual(['name', 'subject'])

  await ask(saveSettings, { body: { values: { SUPPORT_EMAIL: 'help@taal.test' } } })
  await ask(putTaxSettings, {
    body: { legal_name: 'Taal', address: 'Pune', state: 'Maharashtra', gstin: null, sac: '999293' },
  })
  await ask(publishLook, { body: { ...deliveredLook, colour: '#9a3412' } })
  await makeCourse(db)
  await ask(removeDemo, {})
  expect(await listDone()).toEqual(['name', 'colours', 'subject', 'details', 'course', 'demo'])
})

test('a new academy leads its owner there once, and no more once they are done', async () => {
  const tell = async () => (await ask(getChecklist, {})).first_run
  expect(await tell()).toBe('new')

  await ask(setFirstRun, { body: { state: 'open' } })
  expect(await tell()).toBe('open')

  await ask(setFirstRun, { body: { state: 'closed' } })
  expect(await tell()).toBe('closed')
})
