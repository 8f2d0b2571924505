/** A part of a credential, as its JSON has it. Its keys are terms of the two contexts that we write. */
export interface Node {
  [term: string]: Value
}
type Value = string | boolean | Node | readonly Value[]

const vc = 'https://www.w3.org/2018/credentials#'
const badge = 'https://purl.imsglobal.org/spec/vc/ob/vocab.html#'
const schema = 'https://schema.org/'
const status = 'https://www.w3.org/ns/credentials/status#'
const security = 'https://w3id.org/security#'
const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
/** As the badges' own context spells it. */
const xmlSchema = 'https://www.w3.org/2001/XMLSchema#'
const dateTime = 'http://www.w3.org/2001/XMLSchema#dateTime'

/**
 * What the contexts make of each term that our credentials use: its address, and whether it holds a text,
 * a node (or the address of one), a word of `words`, or a text of the type with this address.
 */
const terms = new Map<
  string,
  [address: string, holds: 'text' | 'node' | 'word' | `${string}#${string}`]
>([
  ['type', [`${rdf}type`, 'word']],
  ['issuer', [`${vc}issuer`, 'node']],
  ['validFrom', [`${vc}validFrom`, dateTime]],
  ['credentialSubject', [`${vc}credentialSubject`, 'node']],
  ['credentialStatus', [`${vc}credentialStatus`, 'node']],
  ['name', [`${schema}name`, 'text']],
  ['description', [`${schema}description`, 'text']],
  ['url', [`${schema}url`, `${xmlSchema}anyURI`]],
  ['caption', [`${schema}caption`, 'text']],
  ['identifier', [`${badge}identifier`, 'node']],
  ['hashed', [`${badge}hashed`, `${xmlSchema}boolean`]],
  ['identityHash', [`${badge}identityHash`, 'text']],
  ['identityType', [`${badge}identityType`, 'text']],
  ['salt', [`${badge}salt`, 'text']],
  ['achievement', [`${badge}achievement`, 'node']],
  ['achievementType', [`${badge}achievementType`, 'text']],
  ['criteria', [`${badge}Criteria`, 'node']],
  ['narrative', [`${badge}narrative`, 'text']],
  ['image', [`${badge}image`, 'node']],
  ['statusPurpose', [`${status}statusPurpose`, 'text']],
  ['statusListIndex', [`${status}statusListIndex`, 'text']],
  ['statusListCredential', [`${status}statusListCredential`, 'node']],
  ['encodedList', [`${status}encodedList`, `${security}multibase`]],
  ['created', ['http://purl.org/dc/terms/created', dateTime]],
  ['cryptosuite', [`${security}cryptosuite`, `${security}cryptosuiteString`]],
  ['proofPurpose', [`${security}proofPurpose`, 'word']],
  ['verificationMethod', [`${security}verificationMethod`, 'node']],
])

const words = new Map([
  ['VerifiableCredential', vc],
  ['OpenBadgeCredential', badge],
  ['Profile', badge],
  ['AchievementSubject', badge],
  ['Achievement', badge],
  ['IdentityObject', badge],
  ['Image', badge],
  ['BitstringStatusListEntry', status],
  ['BitstringStatusListCredential', status],
  ['BitstringStatusList', status],
  ['DataIntegrityProof', security],
  ['assertionMethod', security],
])

/** One that no other reader of a credential could take for anything else. */
const plainAddress = /^[a-z][a-z0-9+.-]*:[^\p{Cc}\s<>"{}|\\^`]+$/iu

/** The credential says something that none of ours says: it was not signed here as it stands. */
export class UnknownTermError extends Error {}

/**
 * A credential, without its proof and contexts, as RDF 1.1 N-Quads in the order and with the names of
 * RDFC-1.0: two files that say the same have the same text, and what a JSON-LD processor makes of it is the
 * same. Knows the terms of our own credentials only; throws `UnknownTermError` for all others.
 */
export async function writeCanonicalForm(node: Node): Promise<string> {
  const quads: Quad[] = []
  const nameless: string[] = []
  addNode(node, quads, nameless)
  const names = await nameInOrder(quads, nameless)
  return writeQuads(quads, (name) => names.get(name) ?? name)
}

/** Subject, predicate and object, each as N-Quads write it; nameless nodes by a name of our own. */
type Quad = readonly [string, string, string]

/** Tells how the node is called. */
function addNode(node: Node, quads: Quad[], nameless: string[]): string {
  const { id, ...said } = node
  const name = id === undefined ? `_:b${nameless.length}` : writeAddress(id)
  if (id === undefined) nameless.push(name)
  for (const [term, value] of Object.entries(said)) {
    const known = terms.get(term)
    if (!known) throw new UnknownTermError(term)
    const [address, holds] = known
    for (const one of Array.isArray(value) ? value : [value]) {
      const isNode = holds === 'node' && typeof one === 'object' && one !== null
      const object = isNode ? addNode(one, quads, nameless) : writeObject(holds, one)
      quads.push([name, `<${address}>`, object])
    }
  }
  return name
}

function writeObject(holds: string, value: Value): string {
  if (holds === 'node') return writeAddress(value)
  if (typeof value === 'boolean' && holds.endsWith('#boolean')) return `"${value}"^^<${holds}>`
  if (typeof value !== 'string' || holds.endsWith('#boolean')) throw new UnknownTermError(holds)
  if (holds !== 'word') return `"${escape(value)}"${holds === 'text' ? '' : `^^<${holds}>`}`
  const word = words.get(value)
  if (word === undefined) throw new UnknownTermError(value)
  return `<${word}${value}>`
}

function writeAddress(value: Value): string {
  if (typeof value !== 'string' || !plainAddress.test(value)) throw new UnknownTermError('address')
  return `<${value}>`
}

/** Nameless nodes get their names by the hashes of what is said of each; in ours all of these differ. */
async function nameInOrder(quads: Quad[], nameless: string[]): Promise<Map<string, string>> {
  const hashed: [hash: string, name: string][] = []
  for (const name of nameless) {
    const itsQuads = quads.filter(([subject, , object]) => subject === name || object === name)
    const rename = (other: string) => (other === name ? '_:a' : '_:z')
    hashed.push([await hashOf(writeQuads(itsQuads, rename)), name])
  }
  if (new Set(hashed.map(([hash]) => hash)).size < hashed.length)
    throw new UnknownTermError('twice')
  hashed.sort(([one], [other]) => (one < other ? -1 : 1))
  return new Map(hashed.map(([, name], index) => [name, `_:c14n${index}`]))
}

function writeQuads(quads: Quad[], rename: (name: string) => string): string {
  const call = (name: string) => (name.startsWith('_:') ? rename(name) : name)
  const lines = quads.map(
    ([subject, predicate, object]) => `${call(subject)} ${predicate} ${call(object)} .\n`,
  )
  return lines.sort().join('')
}

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const escapes: Record<string, string> = {
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
  '"': '\\"',
  '\\': '\\\\',
}

function escape(text: string): string {
  return text.replaceAll(
    /[\p{Cc}"\\]/gu,
    (sign) =>
      escapes[sign] ??
      (sign < ' ' || sign === '\x7f'
        ? `\\u${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
        : sign),
  )
}
