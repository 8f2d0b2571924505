import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Agent, createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:tls'
import { decodeProtectedHeader, importJWK, jwtVerify } from 'jose'
import { makeDocumentKey } from '../../src/domains/certificates/server/signed-pdf/document-keys.ts'
import { documentKeys } from '../../src/domains/certificates/server/tables.ts'
import { findSigningKey } from '../../src/domains/site/server/signing-keys.ts'
import type { TestServer } from './start-test-server.ts'

interface Received {
  endpoint: string
  text: string
  /** What the sender says of itself, once its signature is found good. */
  sender: { publicKey: string; audience: unknown; subject: unknown }
  headers: Record<string, unknown>
}

/** A push service with its browsers: takes what is sent to them over TLS, and decrypts it as they would. */
export async function startPushService(server: TestServer) {
  const kept = { db: server.db, env: {}, dataDir: server.settings.dataDir }
  await makeDocumentKey({ ...kept, brand: { name: 'push.example.com' } })
  const made = await findSigningKey(kept, documentKeys)
  const pem = (name: string, text = '') =>
    `-----BEGIN ${name}-----\n${text}\n-----END ${name}-----\n`
  const cert = pem('CERTIFICATE', made?.publicPart)
  const key = pem('PRIVATE KEY', made?.privateKey.toString('base64'))
  const browsers = new Map<string, ReturnType<typeof makeBrowser>>()
  const received: Received[] = []
  const failures: unknown[] = []
  const service = createServer({ cert, key }, (asked, answer) => {
    receive(asked).then(
      (status) => answer.writeHead(status).end(),
      (error: unknown) => {
        failures.push(error)
        answer.writeHead(201).end()
      },
    )
  })
  const receive = async (asked: IncomingMessage): Promise<number> => {
    const chunks: Buffer[] = []
    for await (const chunk of asked) chunks.push(chunk as Buffer)
    const endpoint = `https://${asked.headers.host}${asked.url}`
    const browser = browsers.get(endpoint)
    if (!browser || browser.status !== 201) return browser?.status ?? 404
    const { authorization = '', ...headers } = asked.headers
    const sender = await checkSender(authorization)
    received.push({ endpoint, text: browser.decrypt(Buffer.concat(chunks)), sender, headers })
    return 201
  }
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  const { port } = service.address() as AddressInfo
  /** Whatever the name, it is here. */
  const connectHere = ({ servername }: { servername?: string }) =>
    connect({ host: '127.0.0.1', port, servername, rejectUnauthorized: false })
  const agent = Object.assign(new Agent({ keepAlive: false }), { createConnection: connectHere })
  return {
    agent,
    connect: connectHere,
    received,
    failures,
    /** What a browser says of itself when it is asked. */
    addBrowser: (publicKey: string) => {
      const endpoint = `https://push.example.com/${randomBytes(9).toString('hex')}`
      const browser = makeBrowser()
      browsers.set(endpoint, browser)
      const { p256dh, auth } = browser
      return { browser, subscription: { endpoint, p256dh, auth, public_key: publicKey } }
    },
    close: async () => {
      service.close()
      service.closeAllConnections()
    },
  }
}

function makeBrowser() {
  const keys = createECDH('prime256v1')
  const p256dh = keys.generateKeys()
  const auth = randomBytes(16)
  return {
    status: 201,
    p256dh: p256dh.toString('base64url'),
    auth: auth.toString('base64url'),
    decrypt: (body: Buffer): string => {
      const salt = body.subarray(0, 16)
      const others = body.subarray(21, 21 + (body[20] ?? 0))
      const shared = keys.computeSecret(others)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, others])
      const secret = hkdfSync('sha256', shared, auth, info, 32)
      const derive = (name: string, bytes: number) =>
        Buffer.from(
          hkdfSync('sha256', Buffer.from(secret), salt, `Content-Encoding: ${name}\0`, bytes),
        )
      const sealed = body.subarray(21 + others.length)
      const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
      decipher.setAuthTag(sealed.subarray(-16))
      const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
    },
  }
}

async function checkSender(authorization: string): Promise<Received['sender']> {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const point = Buffer.from(publicKey, 'base64url')
  const x = point.subarray(1, 33).toString('base64url')
  const y = point.subarray(33).toString('base64url')
  const key = await importJWK({ kty: 'EC', crv: 'P-256', x, y }, decodeProtectedHeader(token).alg)
  const { payload } = await jwtVerify(token, key)
  return { publicKey, audience: payload.aud, subject: payload.sub }
}
