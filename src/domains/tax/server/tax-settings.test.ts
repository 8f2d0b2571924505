import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAdmin, type Person } from '../../../../tests/support/factories.ts'
import { startTestServer, type TestServer } from '../../../../tests/support/start-test-server.ts'
import { getTaxSettings, putTaxSettings } from '../contract.ts'
import { taxSettings } from './tables.ts'

let server: TestServer
let admin: Person
beforeAll(async () => {
  server = await startTestServer()
  admin = await makeAdmin(server.db)
})
afterAll(() => server.close())

const body = {
  legal_name: 'Kalakriti Learning Private Limited',
  address: 'Indiranagar, Bengaluru 560038',
  state: 'ka',
  gstin: '29aagcb7383j1z4',
  sac: '999293',
}

test('before anything is said, name and address are proposed and there is no GSTIN', async () => {
  const found = await server.as(admin)(getTaxSettings, {})

  expect(found).toMatchObject({ gstin: null, state: null, since: null, sac: '999293' })
  expect(found.legal_name).toBe(server.settings.brand.name)
  expect(found.states).toHaveLength(37)
})

test('what is said holds from then on, and what held before stays written', async () => {
  await server.as(admin)(putTaxSettings, { body })
  const found = await server.as(admin)(putTaxSettings, { body: { ...body, sac: '998433' } })

  expect(found).toMatchObject({ state: '29', gstin: '29AAGCB7383J1Z4', sac: '998433' })
  const rows = await server.db.select().from(taxSettings)
  expect(rows.map(({ sac }) => sac)).toEqual(['999293', '998433'])
  await expect(server.owner.db.delete(taxSettings)).rejects.toThrow('Failed query')
})

test('what somebody else has said meanwhile is not put back by who looked before', async () => {
  const asAdmin = server.as(admin)
  const { since } = await asAdmin(putTaxSettings, { body: { ...body, gstin: null } })
  const registered = await asAdmin(putTaxSettings, { body: { ...body, since } })

  await expect(
    asAdmin(putTaxSettings, { body: { ...body, gstin: null, sac: '998433', since } }),
  ).rejects.toMatchObject({ status: 409, code: 'settings_changed' })

  // Said once more as its answer was lost, it is as it was.
  expect(await asAdmin(putTaxSettings, { body: { ...body, since } })).toEqual(registered)
  expect(await asAdmin(getTaxSettings, {})).toEqual(registered)
  expect(registered.gstin).toBe('29AAGCB7383J1Z4')
})

test.each([
  [{ gstin: '29AAGCB7383J1Z5' }, 'gstin', /typing mistake/],
  [{ state: 'Kerala' }, 'gstin', /not of Kerala: it must begin with 32/],
  [{ state: 'Nepal' }, 'state', /State or Union territory/],
  [{ sac: '12' }, 'sac', /begins with 99/],
])('%j is refused at its field', async (change, path, message) => {
  await expect(
    server.as(admin)(putTaxSettings, { body: { ...body, ...change } }),
  ).rejects.toMatchObject({
    code: 'invalid_input',
    errors: [{ path: expect.stringContaining(path), message: expect.stringMatching(message) }],
  })
})
