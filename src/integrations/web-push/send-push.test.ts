import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { Agent } from 'node:https'
import { type AddressInfo, connect, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { sendPush } from './send-push.ts'

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
const point = Buffer.concat([
  Buffer.of(4),
  Buffer.from(x, 'base64url'),
  Buffer.from(y, 'base64url'),
])
const sender = {
  publicKey: point.toString('base64url'),
  privateKey,
  contact: 'mailto:help@example.com',
}

/** What a host answers that has its own ideas of HTTP. */
async function sendToOneThatSays(answer: string, stopping?: AbortSignal) {
  const host = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.write(answer))
  })
  host.listen(0, '127.0.0.1')
  await once(host, 'listening')
  onTestFinished(() => void host.close())
  const { port } = host.address() as AddressInfo // of a server that listens on a port
  const agent = Object.assign(new Agent({ keepAlive: false }), {
    createConnection: () => connect(port, '127.0.0.1'),
  })
  const browser = { endpoint: 'https://push.example.com/a', p256dh: point, auth: Buffer.alloc(16) }
  return sendPush(browser, 'text', sender, { agent, stopping })
}

test.each([
  [
    'switches to another protocol',
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
  ],
  ['speaks no HTTP', 'hello\r\n\r\n'],
  ['sends elsewhere', 'HTTP/1.1 302 Found\r\nLocation: https://other.example.com/\r\n\r\n'],
])('a host that %s has taken no message', async (_, answer) => {
  expect(await sendToOneThatSays(answer)).toBe('failed')
})

test('what a host says after its status harms nobody', async () => {
  const broken = 'HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\nno chunk\r\n'
  expect(await sendToOneThatSays(broken)).toBe('sent')
})

test('a host that says nothing is not waited for once the academy stops', async () => {
  const stop = new AbortController()
  const sending = sendToOneThatSays('', stop.signal)
  stop.abort()
  expect(await sending).toBe('failed')
})
