import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '../../../tests/support/buy.ts'
import { makeAdmin } from '../../../tests/support/factories.ts'
import { startTestServer } from '../../../tests/support/start-test-server.ts'
import { getLook, previewLook, printSpecimen, publishLook } from './contract.ts'
import { deliveredCertificate, deliveredLook } from './look.ts'

const env = { PUBLIC_URL: 'https://academy.test', SANDBOX: 'public' }
const server = await startTestServer({ pages: true, env })
const owner = await makeAdmin(server.db)
afterAll(() => server.close())

async function send(content: string | Buffer, type: string, as = 'logo') {
  const answer = await server.fetch(`/api/admin/look/${as}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': type },
    body: new Uint8Array(Buffer.from(content)),
  })
  return { status: answer.status, body: await answer.json() }
}
const svg = (inside: string, size = 'viewBox="0 0 200 100"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${inside}</svg>`
const circle = '<circle cx="50" cy="50" r="45" fill="#0f766e"/>'

describe('a logo', () => {
  test('stands in the header, as the icons, in the manifest, in mails and on certificates', async () => {
    const plain = await (await server.fetch('/favicon.ico')).arrayBuffer()
    const { body } = await send(svg(circle), 'image/svg+xml')
    const look = { ...deliveredLook, logo: body.logo }

    await server.as(owner)(publishLook, { body: look })

    const page = await eventually(
      async () => (await server.fetch('/')).text(),
      (text) => text.includes(body.logo),
    )
    const mark = `/look/${body.logo}/mark.png`
    expect(page).toContain(`url(${mark})`)
    const shown = await server.fetch(mark)
    expect(shown.headers.get('cache-control')).toContain('immutable')
    expect(await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).toMatchObject({
      format: 'png',
    })
    const icon = await server.fetch('/favicon.ico')
    expect(icon.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await icon.arrayBuffer())).not.toEqual(Buffer.from(plain))
    const { icons } = await (await server.fetch('/site.webmanifest')).json()
    for (const { src, sizes } of icons) {
      const [width] = sizes.split('x').map(Number)
      const picture = await (await server.fetch(src)).arrayBuffer()
      expect(await sharp(Buffer.from(picture)).metadata()).toMatchObject({ width, height: width })
    }
    const preview = await server.as(owner)(previewLook, { body: look })
    expect(preview.mail).toContain(`https://academy.test/look/${body.logo}/icon-192.png`)
    const drawn = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><image',
    )
    const { picture } = await server.as(owner)(printSpecimen, { body: { look, name: 'Asha' } })
    expect(picture.includes(drawn.toString('base64').slice(0, 80))).toBe(true)
    await server.as(owner)(publishLook, { body: deliveredLook })
    const back = await eventually(
      async () => Buffer.from(await (await server.fetch('/favicon.ico')).arrayBuffer()),
      (content) => content.equals(Buffer.from(plain)),
    )
    expect(back).toEqual(Buffer.from(plain))
  })

  test('of who signs certificates loses the paper it was photographed on', async () => {
    const photograph = await sharp({
      create: { width: 400, height: 160, channels: 3, background: '#e4e0d8' },
    })
      .composite([
        { input: Buffer.from(svg('<path d="M20 50H180" stroke="#1c2a6b" stroke-width="8"/>')) },
      ])
      .jpeg()
      .toBuffer()

    const sent = await send(photograph, 'image/jpeg', 'signature')

    const signed = await (
      await server.fetch(`/look/${sent.body.signature}/signature.png`)
    ).arrayBuffer()
    const { data, info } = await sharp(Buffer.from(signed))
      .raw()
      .toBuffer({ resolveWithObject: true })
    // Cut to the stroke, which is blue and covers; nothing is left of the paper.
    expect(info.height).toBeLessThan(60)
    const middle = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * 4
    expect(data[middle + 3]).toBeGreaterThan(200)
    const { picture } = await server.as(owner)(printSpecimen, {
      body: {
        look: {
          ...deliveredLook,
          certificate: {
            ...deliveredCertificate,
            signatory: 'Ravi Iyer',
            signature: sent.body.signature,
          },
        },
        name: 'Asha',
      },
    })
    expect(picture.match(/<image/g)?.length).toBeGreaterThan(2)
  })

  test('of white letters gets a dark plate on light pages', async () => {
    const { body } = await send(
      svg('<rect width="200" height="100" fill="#fff"/>'),
      'image/svg+xml',
    )

    const { css } = await server.as(owner)(previewLook, {
      body: { ...deliveredLook, logo: body.logo },
    })

    expect(css).toContain('background-color:#17101f')
  })

  test('that was never uploaded is refused at its field', async () => {
    const logo = '0f766e-0123456789abcdef-10x10'

    await expect(
      server.as(owner)(publishLook, { body: { ...deliveredLook, logo } }),
    ).rejects.toMatchObject({ errors: [{ path: 'logo' }] })
  })
})

describe('what is no plain logo is refused with a sentence, and nothing changes', () => {
  const refused: Record<string, [() => Promise<string | Buffer>, string]> = {
    'an SVG with a script': [async () => svg(`${circle}<script>alert(1)</script>`), 'logo_unsafe'],
    'an SVG that acts when it is loaded': [
      async () => svg(circle, 'viewBox="0 0 9 9" onload="alert(1)"'),
      'logo_unsafe',
    ],
    'an SVG that shows a file of this machine': [
      async () => svg('<image xlink:href="file:///etc/passwd" width="9" height="9"/>'),
      'logo_unsafe',
    ],
    'an SVG that asks another site': [
      async () => svg('<image href="https://evil.test/a.png" width="9" height="9"/>'),
      'logo_unsafe',
    ],
    'an SVG with styles from elsewhere': [
      async () => svg('<style>@import "https://evil.test/a.css"</style>'),
      'logo_unsafe',
    ],
    'an SVG with entities': [
      async () =>
        `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${svg('<text>&a;</text>')}`,
      'logo_unsafe',
    ],
    'an SVG of 100 megapixels': [
      async () => svg(circle, 'width="10000" height="10000"'),
      'picture_size_wrong',
    ],
    'a PNG of 100 megapixels': [
      async () =>
        sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: '#fff' } })
          .png({ compressionLevel: 9 })
          .toBuffer(),
      'picture_size_wrong',
    ],
    'half a PNG': [
      async () => {
        const whole = await sharp(Buffer.from(svg(circle)))
          .resize(600)
          .png()
          .toBuffer()
        return whole.subarray(0, whole.length / 2)
      },
      'picture_unreadable',
    ],
    'a page': [async () => '<!doctype html><p>Hello', 'logo_type_wrong'],
    'more than 2 MB': [async () => Buffer.alloc(2 * 1024 * 1024 + 1, 'x'), 'too_large'],
  }
  beforeEach(() => server.as(owner)(publishLook, { body: deliveredLook }))

  test.each(Object.entries(refused))('%s', async (_, [make, code]) => {
    const { status, body } = await send(await make(), 'image/png')

    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(body).toMatchObject({ code, detail: expect.stringMatching(/[.]$/) })
    expect((await server.as(owner)(getLook, {})).published).toEqual(deliveredLook)
  })
})
