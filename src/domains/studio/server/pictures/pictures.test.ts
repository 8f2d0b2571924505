import sharp, { type Color, type Sharp } from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { makeAdmin, makeLearner } from '../../../../../tests/support/factories.ts'
import { startTestServer } from '../../../../../tests/support/start-test-server.ts'

const server = await startTestServer()
afterAll(() => server.close())
const admin = await makeAdmin(server.db)

type Raster = 'jpeg' | 'png' | 'webp' | 'avif'

function draw(width: number, height: number, background: Color = { r: 200, g: 40, b: 30 }): Sharp {
  return sharp({ create: { width, height, channels: 3, background } })
}

interface Sending {
  token?: string
  type?: string
  query?: string
}

async function send(content: Buffer | string, sending: Sending = {}) {
  const { token = admin.token, type = 'image/jpeg', query = '' } = sending
  const answer = await server.fetch(`/api/admin/pictures${query}`, {
    method: 'POST',
    headers: { 'content-type': type, ...(token !== '' && { authorization: `Bearer ${token}` }) },
    body: typeof content === 'string' ? content : new Uint8Array(content),
  })
  const body = (await answer.json()) as {
    url: string
    colour: string
    code: string
    detail: string
  }
  return { status: answer.status, ...body }
}

async function fetchPicture(path: string) {
  const answer = await server.fetch(path)
  const content = Buffer.from(await answer.arrayBuffer())
  return { answer, content, about: await sharp(content).metadata() }
}

test.each<Raster>(['jpeg', 'png', 'webp', 'avif'])(
  'an administrator sends a %s, and it is there in every size that pages ask for',
  async (format) => {
    const sent = await send(await draw(1700, 1000).toFormat(format).toBuffer(), {
      type: `image/${format}`,
    })

    expect(sent.status).toBe(200)
    expect(sent.url).toMatch(/^\/pictures\/[0-9a-f]{6}-[0-9a-f]{16}$/)
    expect(sent.colour).toMatch(/^#c[0-9a-f]2[0-9a-f][12][0-9a-f]$/)
    expect(sent.url).toContain(sent.colour.slice(1))
    for (const width of [320, 640, 960, 1280]) {
      for (const [kind, decoded] of [
        ['avif', 'heif'],
        ['webp', 'webp'],
        ['jpeg', 'jpeg'],
      ]) {
        const { answer, about } = await fetchPicture(`${sent.url}/${width}.${kind}`)
        expect(answer.headers.get('content-type')).toBe(`image/${kind}`)
        expect(about).toMatchObject({ format: decoded, width, height: (width * 9) / 16 })
      }
    }
  },
)

test('visitors fetch a picture once and keep it', async () => {
  const { url } = await send(await draw(800, 450).jpeg().toBuffer())

  const { answer, about } = await fetchPicture(url)
  expect(about).toMatchObject({ format: 'jpeg', width: 1280, height: 720 })
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  const again = await server.fetch(url, {
    headers: { 'if-none-match': answer.headers.get('etag') ?? '' },
  })
  expect(again.status).toBe(304)
  expect((await server.fetch(`${url}?x=1`)).status).toBe(200)
  // One address each, or memory would be full of the same picture.
  expect((await server.fetch(`${url}/0640.jpeg`)).status).toBe(404)
})

test('a teacher’s picture is a square', async () => {
  const { url } = await send(await draw(800, 500).png().toBuffer(), { query: '?shape=portrait' })

  expect((await fetchPicture(`${url}/192.webp`)).about).toMatchObject({ width: 192, height: 192 })
  expect((await fetchPicture(url)).about).toMatchObject({ width: 384, height: 384 })
  expect((await server.fetch(`${url}/320.webp`)).status).toBe(404)
})

test('a photo is turned upright, and what it tells besides is gone', async () => {
  const left = await draw(500, 1000, '#ff0000').png().toBuffer()
  const photo = await draw(1000, 1000, '#0000ff')
    .composite([{ input: left, left: 0, top: 0 }])
    .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitude: '12/1 58/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

  const { url } = await send(photo)

  for (const size of ['', '/640.webp', '/640.avif']) {
    const { content, about } = await fetchPicture(url + size)
    expect(about.exif).toBeUndefined()
    expect(about.orientation).toBeUndefined()
    // Turned by a quarter: what was left is above.
    const { data, info } = await sharp(content).raw().toBuffer({ resolveWithObject: true })
    expect(data[0]).toBeGreaterThan(200)
    expect(data[(info.height - 1) * info.width * info.channels + 2]).toBeGreaterThan(200)
  }
})

test('what is see-through stands on white', async () => {
  const clear = sharp({
    create: { width: 640, height: 360, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })

  expect((await send(await clear.png().toBuffer(), { type: 'image/png' })).colour).toBe('#ffffff')
})

describe('refused with a sentence, whatever the file says it is:', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"><script/></svg>'
  const jpeg = draw(900, 600).jpeg()
  const cases: Record<string, [() => Promise<Buffer | string>, number, string]> = {
    'an SVG': [async () => svg, 415, 'picture_type_wrong'],
    'a GIF': [async () => draw(900, 600).gif().toBuffer(), 415, 'picture_type_wrong'],
    'a TIFF': [async () => draw(900, 600).tiff().toBuffer(), 415, 'picture_type_wrong'],
    'a page': [async () => '<!doctype html><script>1</script>', 415, 'picture_type_wrong'],
    nothing: [async () => '', 415, 'picture_type_wrong'],
    'an SVG behind the first bytes of a JPEG': [
      async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(svg)]),
      400,
      'picture_unreadable',
    ],
    'half a JPEG': [
      async () => {
        const noise = await sharp({
          create: {
            width: 900,
            height: 600,
            channels: 3,
            background: '#000',
            noise: { type: 'gaussian', mean: 128, sigma: 30 },
          },
        })
          .jpeg()
          .toBuffer()
        return noise.subarray(0, noise.length / 2)
      },
      400,
      'picture_unreadable',
    ],
    'half a PNG': [
      async () => (await draw(900, 600).png().toBuffer()).subarray(0, 200),
      400,
      'picture_unreadable',
    ],
    'a small file of many pixels': [
      async () => draw(12_000, 12_000).png().toBuffer(),
      400,
      'picture_size_wrong',
    ],
    'a stamp': [async () => draw(600, 900).jpeg().toBuffer(), 400, 'picture_size_wrong'],
    'eleven megabytes': [
      async () => Buffer.concat([await jpeg.toBuffer(), Buffer.alloc(11 * 1024 * 1024)]),
      413,
      'too_large',
    ],
  }

  test.each(Object.entries(cases))('%s', async (_, [make, status, code]) => {
    const answer = await send(await make())

    expect(answer).toMatchObject({ status, code })
    expect(answer.detail).toMatch(/^[A-Z].*\.$/)
  })

  test('JSON, a form and text', async () => {
    for (const type of ['application/json', 'multipart/form-data; boundary=x', 'text/plain']) {
      expect(await send('{}', { type })).toMatchObject({ status: 415, code: 'picture_type_wrong' })
    }
  })
})

test('nobody but an administrator sends pictures', async () => {
  const picture = await draw(900, 600).jpeg().toBuffer()
  const learner = await makeLearner(server.db)

  expect(await send(picture, { token: '' })).toMatchObject({ status: 401 })
  expect(await send(picture, { token: learner.token })).toMatchObject({ status: 403 })
})

test.each([
  '/pictures/8a5a3b-0123456789abcdef',
  '/pictures/8a5a3b-0123456789abcdef/640.webp',
  '/pictures/x',
  '/pictures/..%2f..%2fsecret',
  '/pictures/8a5a3b-0123456789abcdef/original.webp',
  '/pictures/8a5a3b-0123456789abcdef/..%2foriginal.webp',
  '/pictures/8a5a3b-0123456789abcdef/641.webp',
  '/pictures/8a5a3b-0123456789abcdef/640.gif',
])('there is nothing at %s', async (path) => {
  const answer = await server.fetch(path)

  expect(answer.status).toBe(404)
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('the original stays with us', async () => {
  const { url } = await send(await draw(900, 600).jpeg().toBuffer())

  expect(await server.media.sizeOf(`${url.slice(1)}/original.webp`)).toBeGreaterThan(0)
  expect((await server.fetch(`${url}/original.webp`)).status).toBe(404)
})
