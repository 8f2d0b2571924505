import { once } from 'node:events'
import { createServer, request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { isPublicAddress, isPublicUrl, publicAgent } from './public-hosts.ts'

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.31.255.255',
  '192.168.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  'fe80::1',
  'fd00::1',
  '2002:7f00:1::',
  '2001:db8::1',
  'no address',
])('%s is not of the internet', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['8.8.8.8', '172.32.0.1', '2a00:1450:4001::5e', '2607:f8b0::1'])(
  '%s is of the internet',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

test.each([
  'http://push.example.com/a',
  'https://push.example.com:8443/a',
  'https://user@push.example.com/a',
  'https://127.0.0.1/a',
  'https://2130706433/a',
  'https://0x7f.1/a',
  'https://[::1]/a',
  'https://localhost/a',
  'push',
])('%s is asked nothing', (url) => {
  expect(isPublicUrl(url)).toBe(false)
})

test('a name that leads to this machine is not connected to', async () => {
  const trap = createServer({}, () => undefined)
  trap.listen(0, '127.0.0.1')
  await once(trap, 'listening')
  let heard = 0
  trap.on('connection', () => (heard += 1))
  const { port } = trap.address() as AddressInfo

  const asked = request({ host: 'localhost', port, agent: publicAgent })
  asked.end()
  const [error] = (await once(asked, 'error')) as [Error]

  expect(error.message).toBe('not a public host')
  expect(heard).toBe(0)
  trap.close()
})
