import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readSettings } from './settings.ts'

const keys = { RAZORPAY_KEY_ID: 'rzp_live_a', RAZORPAY_KEY_SECRET: 'secret' }
const smtp = { SMTP_URL: 'smtp://mail.example' }

describe('without Razorpay keys the academy is a sandbox', () => {
  test.each([
    {},
    { PUBLIC_URL: 'http://localhost:3000' },
    { PUBLIC_URL: 'http://academy.localhost' },
    { PUBLIC_URL: 'http://127.8.9.10', HOST: '127.8.9.10' },
    { PUBLIC_URL: 'http://[::1]:3000', HOST: '::1' },
    { HOST: 'localhost' },
    { RAZORPAY_KEY_ID: '', RAZORPAY_KEY_SECRET: '', SANDBOX: '' },
  ])('that starts on this machine with %j', (env) => {
    expect(readSettings(env)).toMatchObject({ sandbox: true, publicSandbox: false, outbox: true })
  })

  test.each([
    { PUBLIC_URL: 'https://academy.example' },
    { PUBLIC_URL: 'https://academy.test' },
    { PUBLIC_URL: 'http://192.168.0.4:3000' },
    { PUBLIC_URL: 'https://localhost.evil.example' },
    { PUBLIC_URL: 'https://127.0.0.1.evil.example' },
    { PUBLIC_URL: 'https://127.0.0.1@evil.example' },
    { PUBLIC_URL: 'https://evil.example', ...smtp },
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '10.1.2.3' },
    { HOST: 'academy.example' },
    { HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost' },
    { PUBLIC_URL: 'https://academy.example', RAZORPAY_KEY_ID: '', RAZORPAY_KEY_SECRET: '' },
    {
      PUBLIC_URL: 'https://academy.example',
      RAZORPAY_KEY_ID: 'rzp_test_a',
      RAZORPAY_KEY_SECRET: 'secret',
      RAZORPAY_API_URL: 'http://127.0.0.1:3001',
    },
  ])('that others cannot reach, so it does not start with %j', (env) => {
    const refusal = refusalOf(env)

    expect(refusal).toMatch(/SANDBOX=public/)
    expect(refusal).toMatch(/^[^.]+(\.\S[^.]*)*\.$/) // one sentence
  })

  test.each([{ PUBLIC_URL: 'https://academy.example' }, { HOST: '0.0.0.0' }])(
    'that others may try when that was asked for by name, with %j',
    (env) => {
      expect(readSettings({ ...env, SANDBOX: 'public' })).toMatchObject({
        sandbox: true,
        publicSandbox: true,
      })
    },
  )

  test('that is not public just because it might be', () => {
    expect(readSettings({ SANDBOX: 'public' }).publicSandbox).toBe(true)
    expect(refusalOf({ SANDBOX: 'true' })).toMatch(/SANDBOX/)
  })

  test('however the address is spelt, only loopback goes without being asked', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: false }), (url) => {
        const { hostname } = new URL(url)
        fc.pre(!/(^|\.)localhost$|^127\./.test(hostname))

        expect(refusalOf({ PUBLIC_URL: url })).toMatch(/SANDBOX=public/)
      }),
    )
  })
})

describe('with real Razorpay keys', () => {
  test.each([
    {},
    { RAZORPAY_API_URL: 'https://api.razorpay.com' },
    { RAZORPAY_API_URL: 'http://127.0.0.1:8080' },
    { RAZORPAY_KEY_ID: 'rzp_test_a' },
    { SANDBOX: 'public' },
  ])('no mail goes to an outbox: it does not start without SMTP_URL and with %j', (env) => {
    expect(refusalOf({ ...keys, ...env })).toMatch(/SMTP_URL/)
    expect(readSettings({ ...keys, ...smtp, ...env })).toMatchObject({
      sandbox: false,
      publicSandbox: false,
      outbox: false,
    })
  })

  test('it may be reached by others', () => {
    const env = { ...keys, ...smtp, PUBLIC_URL: 'https://academy.example', HOST: '0.0.0.0' }

    expect(readSettings(env).sandbox).toBe(false)
  })

  test.each([
    { RAZORPAY_KEY_ID: 'rzp_live_a' },
    { RAZORPAY_KEY_SECRET: 'secret' },
    { RAZORPAY_WEBHOOK_SECRET: 'secret' },
  ])('some of them alone are refused: %j', (env) => {
    expect(refusalOf(env)).toMatch(/missing\.$/)
  })
})

describe('the figures of the pages', () => {
  const figuresOf = (env: Record<string, string>) => readSettings(env).figures

  test.each([
    ['3999', '4999', null],
    ['4999', '4999', null],
    ['5000', '4999', 5000],
    ['5000', 'none', 5000],
    [undefined, '24999', null],
  ])('a usual price of %s beside a price of %s', (usual, price, shown) => {
    const env = {
      OFFER_PRICE_IN_RUPEES: price,
      ...(usual && { OFFER_USUAL_PRICE_IN_RUPEES: usual }),
    }

    expect(figuresOf(env).usualPriceInRupees).toBe(shown)
  })

  test('are those of the specification in the sandbox, and unset with real keys', () => {
    expect(figuresOf({})).toMatchObject({ priceInRupees: 4999, usualPriceFactor: 4, seatsLeft: 17 })
    const { guaranteeInDays, ...claims } = figuresOf({ ...keys, ...smtp })
    expect(new Set(Object.values(claims))).toEqual(new Set([null]))
    expect(guaranteeInDays).toBe(30)
  })

  test('are what the operator set, or none', () => {
    const env = { ...keys, ...smtp, FIGURE_STUDENTS: '210', OFFER_SEATS_LEFT: 'none' }

    expect(figuresOf(env)).toMatchObject({ students: '210', seatsLeft: null })
    expect(readSettings(env).unsetFigures).not.toContain('OFFER_SEATS_LEFT')
    expect(readSettings(env).unsetFigures).toContain('FIGURE_RATING')
    expect(refusalOf({ OFFER_SEATS_LEFT: 'many' })).toMatch(
      /OFFER_SEATS_LEFT: Write a figure, or none/,
    )
  })
})

describe('TRUST_PROXY', () => {
  test.each([undefined, '', '0', 'false'])('%j trusts nobody', (value) => {
    expect(readSettings({ TRUST_PROXY: value }).trustProxy).toBeNull()
  })

  test('is a number of proxies, or their networks', () => {
    expect(readSettings({ TRUST_PROXY: ' 2 ' }).trustProxy).toEqual({ hops: 2 })
    expect(readSettings({ TRUST_PROXY: '10.0.0.0/8, fd00::/8,192.0.2.1' }).trustProxy).toEqual({
      networks: ['10.0.0.0/8', 'fd00::/8', '192.0.2.1'],
    })
  })

  test.each([
    'true',
    'yes',
    '-1',
    '1.5',
    '99',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/8,all',
    'loopback',
  ])('%s is refused with what to write instead', (value) => {
    expect(refusalOf({ TRUST_PROXY: value })).toMatch(/TRUST_PROXY.*number.*networks/s)
  })
})

describe('receipts have numbers of their own', () => {
  test.each(['', 'KA', 'INVA', 'C', 'IN', '2627'])('that may begin with “%s”', (prefix) => {
    expect(readSettings({ RECEIPT_PREFIX: prefix }).receipts.prefix).toBe(prefix || 'KA')
  })

  test.each(['INV', 'CN', ' INV '])('that never begin as tax documents do: “%s”', (prefix) => {
    expect(refusalOf({ RECEIPT_PREFIX: prefix })).toMatch(
      /RECEIPT_PREFIX: Write another prefix than INV and CN, .+ credit notes begin\.$/,
    )
  })

  test.each(['ka', 'TOOLONG', 'K/A', 'क'])('that fit on a receipt: “%s”', (prefix) => {
    expect(refusalOf({ RECEIPT_PREFIX: prefix })).toMatch(/RECEIPT_PREFIX: .*capital letters.*\.$/)
  })
})

function refusalOf(env: Record<string, string>): string {
  try {
    readSettings(env)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  return 'no refusal'
}

describe('own films and files lie', () => {
  const keys = { MEDIA_ACCESS_KEY_ID: 'key', MEDIA_SECRET_ACCESS_KEY: 'secret' }

  test.each([
    [{ DATA_DIR: '/srv/academy' }, { kind: 'files', folder: '/srv/academy/media' }],
    [{ MEDIA_URL: 'file:///srv/my%20films' }, { kind: 'files', folder: '/srv/my films' }],
    [
      { MEDIA_URL: 's3://films/a/b/?endpoint=https://s3.example&region=eu', ...keys },
      { kind: 's3', bucket: 'films', prefix: 'a/b/', endpoint: 'https://s3.example', region: 'eu' },
    ],
    [
      { MEDIA_URL: 's3://films?region=ap-south-1', ...keys },
      { kind: 's3', bucket: 'films', prefix: '', endpoint: undefined, region: 'ap-south-1' },
    ],
  ])('where the settings say: %j', (env, media) => {
    expect(readSettings(env).media).toMatchObject(media)
  })

  test.each([
    { MEDIA_URL: '/srv/media' },
    { MEDIA_URL: 'https://films.example' },
    { MEDIA_URL: 'file://elsewhere/media' },
    { MEDIA_URL: 's3://films?region=eu' },
    { MEDIA_URL: 's3://films', ...keys },
    { MEDIA_URL: 's3:///films?region=eu', ...keys },
    { MEDIA_URL: 's3://key:secret@films?region=eu', ...keys },
    { MEDIA_URL: 's3://films?endpoint=films.example', ...keys },
    { MEDIA_URL: 's3://films/a%20b?region=eu', ...keys },
  ])('never where they make no sense: %j', (env) => {
    expect(refusalOf(env)).toMatch(/MEDIA_.+\.$/)
    expect(refusalOf(env)).not.toContain('secret@')
  })
})

test.each([
  [{ BRAND_NAME: '  ' }, 'BRAND_NAME: Write something, or leave it out.'],
  [
    { PUBLIC_URL: 'academy.example' },
    'PUBLIC_URL: Write the whole address, e.g. https://academy.example.',
  ],
  [
    { PUBLIC_URL: 'academy.example:8080' },
    'PUBLIC_URL: Write the whole address, e.g. https://academy.example:8080.',
  ],
  [{ PUBLIC_URL: 'ours' }, 'PUBLIC_URL: Write the whole address, e.g. https://academy.example.'],
  [{ SMTP_URL: 'mail' }, 'SMTP_URL: Write the whole address, e.g. smtp://academy.example.'],
  [{ SUPPORT_EMAIL: 'asha' }, 'SUPPORT_EMAIL: Write an e-mail address, e.g. asha@academy.example.'],
  [{ PORT: 'http' }, 'PORT: Write a whole number.'],
  [{ PORT: String(70_000) }, 'PORT: Write a number of 65535 or less.'],
  [{ WORKERS: '0' }, 'WORKERS: Write a number of 1 or more.'],
  [{ SEED: 'full' }, 'SEED: Write one of demo, none.'],
])('who starts it reads in plain words what is wrong with a setting: %j', (env, words) => {
  expect(() => readSettings(env)).toThrow(`These settings cannot be used: ${words}`)
})

test('what is set to nothing is as if it were not set', () => {
  const names = ['PORT', 'HOST', 'DATA_DIR', 'WORKERS', 'SEED', 'LOG_LEVEL', 'TRUST_PROXY']
  const limit = 'STEP_UP_REFUND_ABOVE_IN_RUPEES'
  const nothing = Object.fromEntries([...names, limit].map((name) => [name, '']))

  const { admin, ...unset } = readSettings({})
  const drawn = { emailSalt: expect.any(String), emailSha256: expect.any(String) }
  expect(readSettings(nothing)).toEqual({ ...unset, admin: { ...admin, ...drawn } })
})

test.each(['', '/', '/v1', '/v1/'])(
  'the address of Razorpay’s calls is the same with “%s” at its end',
  (end) => {
    const { razorpay } = readSettings({ RAZORPAY_API_URL: `http://127.0.0.1:8080/proxy${end}` })

    expect(razorpay.apiUrl).toBe('http://127.0.0.1:8080/proxy')
  },
)

test('the first administrator’s password is as it was set', () => {
  expect(readSettings({ ADMIN_PASSWORD: ' a b ' }).admin.password).toBe(' a b ')
})

test('the container of the documents opens, and what it passes on may be left empty', async () => {
  const [compose = '', image = '', operations = ''] = await Promise.all(
    ['packaging/compose.yaml', 'packaging/Containerfile', 'docs/operations.md'].map((path) =>
      readFile(join(import.meta.dirname, '../..', path), 'utf8'),
    ),
  )
  const said = /RELEASE=(?<words>.*) docker compose up/.exec(operations)?.groups?.['words'] ?? ''
  const typed = Object.fromEntries(said.split(' ').map((word) => word.split('=')))
  const passed = [...compose.matchAll(/^ +([A-Z_]+): \$\{\1:[-?](.*)\}$/gm)].filter(
    ([, name]) => name !== 'RELEASE',
  )
  const own = [...(/^ENV (.*)$/m.exec(image)?.[1] ?? '').matchAll(/(\w+)=(\S+)/g)]
  const env = Object.fromEntries([
    ...own.map(([, name, value]) => [name, value]),
    ...passed.map(([, name = '', value]) => [name, typed[name] ?? value]),
  ])

  expect(Object.keys(env)).toEqual(expect.arrayContaining(['HOST', 'PUBLIC_URL', 'SMTP_URL']))
  expect(readSettings({ ...env, PUBLIC_URL: 'https://academy.example' })).toMatchObject({
    sandbox: true,
    publicSandbox: true,
  })
})
