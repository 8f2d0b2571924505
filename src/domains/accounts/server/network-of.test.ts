import { expect, test } from 'vitest'
import { networkOf } from './network-of.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2401:4900:1c2a:77::1', '2401:4900:1c2a:77::/64'],
  ['2401:4900:1c2a:77:dead:beef:0:1', '2401:4900:1c2a:77::/64'],
  ['2401:4900:1C2A:0077:1::', '2401:4900:1c2a:77::/64'],
  ['2401::1', '2401:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
  ['unknown', 'unknown'],
])('a caller at %s counts as %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})
