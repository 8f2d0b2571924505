import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

export interface GoogleStandIn {
  /** What the server under test reads to believe in these keys. */
  env: Record<string, string>
  /** The public key as a text that a careless verifier might take for a shared secret. */
  publicJwk: string
  /** An ID token as Google makes it, unless told otherwise. */
  sign(claims?: JWTPayload, options?: { foreignKey?: boolean; keyId?: string }): Promise<string>
  close(): void
}

const clientId = 'academy.apps.googleusercontent.test'
const issuer = 'https://accounts.google.test'

/** Publishes keys as Google does and signs ID tokens with them, or with keys of a stranger. */
export async function startGoogleStandIn(): Promise<GoogleStandIn> {
  const [own, foreign] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'key-1', use: 'sig', alg: 'RS256' }
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [jwk] }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port, not on a path
  return {
    env: {
      GOOGLE_CLIENT_ID: clientId,
      GOOGLE_ISSUER: issuer,
      GOOGLE_JWKS_URL: `http://127.0.0.1:${port}/certs`,
    },
    publicJwk: JSON.stringify(jwk),
    sign: (claims = {}, { foreignKey = false, keyId = 'key-1' } = {}) =>
      new SignJWT(typicalClaims(claims))
        .setProtectedHeader({ alg: 'RS256', kid: keyId })
        .sign(foreignKey ? foreign.privateKey : own.privateKey),
    close: () => server.close(),
  }
}

export function typicalClaims(claims: JWTPayload): JWTPayload {
  const nowInSeconds = Math.floor(Date.now() / 1000)
  return {
    iss: issuer,
    aud: clientId,
    sub: '1100220033',
    email: 'someone@gmail.test',
    email_verified: true,
    name: 'Ravi Kumar',
    iat: nowInSeconds,
    exp: nowInSeconds + 3600,
    ...claims,
  }
}
