import { hash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod'
import { buy, eventually } from '../../../../../tests/support/buy.ts'
import { checkAsStranger } from '../../../../../tests/support/check-credential.ts'
import {
  completeCourse,
  makeCourse,
  makeLearner,
  watchCourse,
} from '../../../../../tests/support/factories.ts'
import { startTestServer } from '../../../../../tests/support/start-test-server.ts'
import { listMyPayments, refundMyPayment } from '../../../checkout/contract.ts'
import type { Node } from '../../canonical-form.ts'
import { getBadge, getCertificate, getStatusList } from '../../contract.ts'
import { isSignedWith } from '../../data-integrity.ts'
import { joinCertificates } from '../join-certificates.ts'
import { reissueCertificate } from '../reissue-certificate.ts'
import { makeBadgeKey } from './badge-keys.ts'

const env = { PUBLIC_URL: 'https://academy.test', SANDBOX: 'public' }
const server = await startTestServer({ razorpay: true, env })
const { db, visitor } = server
afterAll(() => server.close())

const holds = { isVerified: true, isWithdrawn: false, because: [] }

test('a badge says what the certificate says, and a stranger’s tool finds it signed by the academy', async () => {
  const { learner, course, id } = await makeGraduate('मीरा "Nair" 🪔')

  const badge = await ask(id)

  openBadge.parse(badge)
  expect(badge).toMatchObject({
    id: `https://academy.test/api/certificates/${id}/badge`,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    issuer: { id: 'did:web:academy.test', type: ['Profile'], url: 'https://academy.test' },
    validFrom: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    credentialSubject: {
      type: ['AchievementSubject'],
      identifier: [
        { hashed: true, identityType: 'emailAddress' },
        { hashed: false, identityType: 'name', identityHash: 'मीरा "Nair" 🪔' },
      ],
      achievement: {
        id: `https://academy.test/course/${course.id}`,
        name: course.title,
        criteria: { narrative: expect.any(String) },
      },
    },
  })
  const { identifier } = badge.credentialSubject as {
    identifier: { identityHash: string; salt: string }[]
  }
  const { identityHash, salt } = identifier[0]!
  expect(identityHash).toBe(`sha256$${hash('sha256', learner.email + salt)}`)
  expect(JSON.stringify(badge)).not.toContain(learner.email)
  expect(await checkAsStranger(server, badge)).toEqual(holds)
})

test('what a badge says stays, whatever person, course and academy are called later', async () => {
  const { learner, course, id } = await makeGraduate()
  const before = await ask(id)

  await db.execute(
    sql`update users set name = 'Another', email = 'else@where.test' where id = ${learner.id}`,
  )
  await db.execute(sql`update courses set title = 'Another' where id = ${course.id}`)
  await db.execute(sql`update certificates set issued_at = issued_at where id = ${id}`)

  expect(await ask(id.toLowerCase())).toEqual(before)
})

test('asked for many times at the same moment, one badge is signed', async () => {
  const { id } = await makeGraduate()
  const spelt = [id, id.toLowerCase(), ` ${id}`, `${id} `]

  const badges = await Promise.all(spelt.map(ask))

  expect(new Set(badges.map((badge) => JSON.stringify(badge))).size).toBe(1)
})

test('after a refund the badge is withdrawn for every tool, and is not given out again', async () => {
  const learner = await makeLearner(db)
  const course = await makeCourse(db)
  await buy(server, learner, course)
  await watchCourse(db, learner, course)
  const { certificate_id: id } = await server.as(learner)(getCertificate, {
    params: { course_id: course.id },
  })
  const badge = await ask(id)
  const other = await ask((await makeGraduate()).id)
  expect(await checkAsStranger(server, badge)).toEqual(holds)
  const [payment] = await server.as(learner)(listMyPayments, {})

  await server.as(learner)(refundMyPayment, { params: { payment_id: payment!.id } })

  const verdict = await eventually(
    () => checkAsStranger(server, badge),
    ({ isWithdrawn }) => isWithdrawn,
  )
  expect(verdict).toMatchObject({ isWithdrawn: true })
  await expect(ask(id)).rejects.toMatchObject({ status: 410, code: 'certificate_withdrawn' })
  expect(await checkAsStranger(server, other)).toEqual(holds)
})

test('a certificate that was issued again has a badge with the right name; the other is withdrawn', async () => {
  const { learner, id } = await makeGraduate('Mira')
  const wrong = await ask(id)

  const { after } = await db.transaction((db) =>
    reissueCertificate(db, {
      id,
      learnerId: learner.id,
      printedName: 'Meera',
      brandName: 'Kalakriti Academy',
    }),
  )

  const verdict = await eventually(
    () => checkAsStranger(server, wrong),
    ({ isWithdrawn }) => isWithdrawn,
  )
  expect(verdict).toMatchObject({ isWithdrawn: true })
  const right = await ask(id)
  expect(right.id).toContain(after.id)
  expect(JSON.stringify(right)).toContain('Meera')
  expect(await checkAsStranger(server, right)).toEqual(holds)
})

test('of two certificates for one course, put together, both badges hold, and go together', async () => {
  const { learner, course, id } = await makeGraduate()
  const other = await makeLearner(db)
  await completeCourse(db, other, course)
  const certificate = await server.as(other)(getCertificate, { params: { course_id: course.id } })
  const badges = [await ask(id), await ask(certificate.certificate_id)]
  const check = () => Promise.all(badges.map((badge) => checkAsStranger(server, badge)))

  await db.transaction((db) => joinCertificates(db, { fromId: other.id, intoId: learner.id }))

  expect(await check()).toEqual([holds, holds])
  await db.execute(sql`
    update certificates set revoked_at = clock_timestamp() where learner_id = ${learner.id}`)
  const verdicts = await eventually(check, ([first]) => first!.isWithdrawn)
  expect(verdicts.map(({ isWithdrawn }) => isWithdrawn)).toEqual([true, true])
})

test('a badge that was withdrawn for the name on it stays so when its account is joined into another', async () => {
  const earlier = await makeGraduate('Meera')
  const other = await makeLearner(db, { name: 'Mira' })
  await completeCourse(db, other, earlier.course)
  const { certificate_id: wrongId } = await server.as(other)(getCertificate, {
    params: { course_id: earlier.course.id },
  })
  const wrong = await ask(wrongId)
  const renamed = { learnerId: other.id, printedName: 'Meera', brandName: 'Kalakriti Academy' }
  const { after } = await db.transaction((db) =>
    reissueCertificate(db, { ...renamed, id: wrongId }),
  )
  const right = await ask(after.id)

  await db.transaction((db) =>
    joinCertificates(db, { fromId: other.id, intoId: earlier.learner.id }),
  )

  const verdict = await eventually(
    () => checkAsStranger(server, wrong),
    ({ isWithdrawn }) => isWithdrawn,
  )
  expect(verdict).toMatchObject({ isWithdrawn: true })
  expect(await checkAsStranger(server, right)).toEqual(holds)
})

test('no byte of a badge can be changed without both checks refusing it', async () => {
  const { id } = await makeGraduate('Meera Nair')
  const text = JSON.stringify(await ask(id))
  const [key = ''] = await listKeys()
  const changed = Array.from(text, (sign, at) => {
    const other = sign === 'x' ? 'y' : /[0-8]/.test(sign) ? `${Number(sign) + 1}` : 'x'
    return readJson(text.slice(0, at) + other + text.slice(at + 1))
  }).filter((badge) => badge !== null)
  expect(changed.length).toBeGreaterThan(text.length / 2)

  const verdicts = await Promise.all(changed.map((badge) => isSignedBySomebody(badge, key)))

  expect(changed.filter((_, at) => verdicts[at])).toEqual([])
  expect(await isSignedWith(readJson(text)!, key)).toBe(true)
  const some = changed.filter((_, at) => at % 150 === 0)
  for (const badge of some) {
    expect(await checkAsStranger(server, badge)).toMatchObject({ isVerified: false })
  }
})

test('badges of before a change of the key verify as ever, and new ones are signed with the new key', async () => {
  const old = await ask((await makeGraduate()).id)
  const keysBefore = await listKeys()

  const { publicKey } = await makeBadgeKey({ db, env: {}, dataDir: server.settings.dataDir })

  const keys = await eventually(listKeys, (keys) => keys.length > keysBefore.length)
  expect(keys).toEqual([publicKey, ...keysBefore])
  const fresh = await ask((await makeGraduate()).id)
  expect(fresh.proof).toMatchObject({ verificationMethod: `did:web:academy.test#${publicKey}` })
  for (const badge of [old, fresh]) {
    expect(await checkAsStranger(server, badge)).toEqual(holds)
  }
})

test('whoever reads the database cannot sign badges', async () => {
  await makeGraduate().then(({ id }) => ask(id))

  const { rows } = await db.execute<{ sealed_private_key: string }>(sql`select * from badge_keys`)

  const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex').toString('base64url')
  for (const { sealed_private_key } of rows) {
    expect(sealed_private_key).not.toContain(pkcs8.slice(0, 20))
    expect(
      Buffer.from(sealed_private_key, 'base64url').includes(Buffer.from('MC4CAQAwBQYDK2Vw')),
    ).toBe(false)
  }
})

test('the list of the withdrawn is itself signed, and says nothing of lists to come', async () => {
  const list = await visitor(getStatusList, { params: { list: 0 } })

  expect(list).toMatchObject({ credentialSubject: { type: 'BitstringStatusList' } })
  expect(await checkAsStranger(server, list)).toEqual(holds)
})

test('the picture of a badge holds it where tools look for it', async () => {
  const { id } = await makeGraduate('Meera')
  const answer = await server.fetch(`/api/certificates/${id}/badge.png`)
  const png = Buffer.from(await answer.arrayBuffer())
  const { default: sharp } = await import('sharp')

  const { width, height, comments } = await sharp(png).metadata()

  expect([width, height]).toEqual([600, 600])
  const baked = comments?.find(({ keyword }) => keyword === 'openbadgecredential')
  expect(JSON.parse(baked?.text ?? '')).toEqual(await ask(id))
})

test('there is no badge of a certificate that never was', async () => {
  await expect(ask('KA-0000-0000-0000')).rejects.toMatchObject({ code: 'certificate_not_found' })
})

const address = z.string().regex(/^(https:\/\/|did:web:)/)
const identity = z.strictObject({
  type: z.literal('IdentityObject'),
  hashed: z.boolean(),
  identityHash: z.string().min(1),
  identityType: z.enum(['emailAddress', 'name']),
  salt: z.string().optional(),
})
/** What Open Badges 3.0 asks of each part: nothing that must be there is missing, nothing else is there. */
const openBadge = z.strictObject({
  '@context': z.tuple([
    z.literal('https://www.w3.org/ns/credentials/v2'),
    z.literal('https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json'),
  ]),
  id: address,
  type: z.array(z.string()),
  name: z.string(),
  issuer: z.strictObject({
    id: address,
    type: z.tuple([z.literal('Profile')]),
    name: z.string(),
    url: address,
  }),
  validFrom: z.iso.datetime(),
  credentialSubject: z.strictObject({
    type: z.tuple([z.literal('AchievementSubject')]),
    identifier: z.array(identity).min(1),
    achievement: z.strictObject({
      id: address,
      type: z.tuple([z.literal('Achievement')]),
      achievementType: z.literal('Course'),
      name: z.string(),
      description: z.string(),
      criteria: z.strictObject({ narrative: z.string() }),
      image: z.strictObject({ id: address, type: z.literal('Image'), caption: z.string() }),
    }),
  }),
  credentialStatus: z.strictObject({
    id: address,
    type: z.literal('BitstringStatusListEntry'),
    statusPurpose: z.literal('revocation'),
    statusListIndex: z.string().regex(/^\d+$/),
    statusListCredential: address,
  }),
  proof: z.strictObject({
    type: z.literal('DataIntegrityProof'),
    cryptosuite: z.literal('eddsa-rdfc-2022'),
    created: z.iso.datetime(),
    verificationMethod: address,
    proofPurpose: z.literal('assertionMethod'),
    proofValue: z.string().startsWith('z'),
  }),
})

async function makeGraduate(name = 'Meera') {
  const learner = await makeLearner(db, { name })
  const course = await makeCourse(db)
  await completeCourse(db, learner, course)
  const { certificate_id: id } = await server.as(learner)(getCertificate, {
    params: { course_id: course.id },
  })
  return { learner, course, id }
}

function ask(id: string) {
  return visitor(getBadge, { params: { certificate_id: id } })
}

async function listKeys(): Promise<string[]> {
  const did = await (await server.fetch('/.well-known/did.json')).json()
  return did.verificationMethod.map(
    (method: { publicKeyMultibase: string }) => method.publicKeyMultibase,
  )
}

function readJson(text: string): Node | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function isSignedBySomebody(badge: Node, key: string): Promise<boolean> {
  return typeof badge['proof'] === 'object' && isSignedWith(badge, key)
}
