import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { makeCourse } from '../../../../tests/support/factories.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'

const publicUrl = 'https://academy.test'
const brandName = 'Chitra "Kala" School'
const server = await startTestServer({
  env: { SANDBOX: 'public', PUBLIC_URL: publicUrl, BRAND_NAME: brandName },
})
const { db } = server
afterAll(() => server.close())

describe('a search engine', () => {
  test('finds every course on sale and every public page in the site map', async () => {
    const sold = await makeCourse(db)
    const hidden = await makeCourse(db)
    await db.execute(sql`update courses set hidden_at = now() where id = ${hidden.id}`)

    const answer = await server.fetch('/sitemap.xml')
    const text = await answer.text()

    expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    expect(listAddresses(text)).toEqual(
      expect.arrayContaining([
        `${publicUrl}/`,
        `${publicUrl}/courses`,
        `${publicUrl}/bundles`,
        `${publicUrl}/about`,
        `${publicUrl}/refund-policy`,
        `${publicUrl}/course/${sold.id}`,
      ]),
    )
    expect(text).not.toContain(hidden.id)
    expect(text).not.toMatch(/\/(admin|my-courses|login)/)
  })

  test('reads when a course appeared', async () => {
    const { id } = await makeCourse(db)
    await db.execute(sql`update courses set created_at = '2026-03-04T05:06:07Z' where id = ${id}`)

    const text = await (await server.fetch('/sitemap.xml')).text()

    expect(text).toContain(
      `<loc>${publicUrl}/course/${id}</loc><lastmod>2026-03-04T05:06:07.000Z</lastmod>`,
    )
  })

  test('is led to the site map, and kept out of what is not public', async () => {
    const lines = (await (await server.fetch('/robots.txt')).text()).split('\n')

    expect(lines).toContain(`Sitemap: ${publicUrl}/sitemap.xml`)
    expect(lines).toEqual(
      expect.arrayContaining(['Disallow: /api/', 'Disallow: /admin', 'Disallow: /my-courses']),
    )
    expect(lines).not.toContain('Disallow: /')
  })
})

test('a phone learns the name and the icons for its home screen', async () => {
  const answer = await server.fetch('/site.webmanifest')
  const manifest = await answer.json()

  expect(answer.headers.get('content-type')).toBe('application/manifest+json; charset=utf-8')
  expect(manifest).toMatchObject({ name: brandName, short_name: 'Chitra', start_url: '/' })
  expect(manifest.icons).toContainEqual(
    expect.objectContaining({ sizes: '512x512', purpose: 'maskable' }),
  )
})

describe('the picture beside a shared link', () => {
  test('is a PNG of 1200 by 630 that WhatsApp takes, in any Indian script', async () => {
    const titles = [
      'Reels in a Day',
      'कहानी से सिनेमा तक',
      'மொழியும் ஒலியும்',
      'فلم بنائیں',
      '<&"𝄞\u0000',
    ]
    for (const title of titles) {
      const { id } = await makeCourse(db, { title: title.replace('\u0000', '') })

      const answer = await server.fetch(`/share/course/${id}.png`)
      const picture = Buffer.from(await answer.arrayBuffer())

      expect(answer.headers.get('content-type')).toBe('image/png')
      expect(readPngSize(picture)).toEqual([1200, 630])
      expect(picture.length).toBeLessThan(300_000)
    }
  })

  test('shows the price and the title: other ones make another picture', async () => {
    const bytesOf = async (plan: Parameters<typeof makeCourse>[1]) => {
      const { id } = await makeCourse(db, plan)
      return Buffer.from(await (await server.fetch(`/share/course/${id}.png`)).arrayBuffer())
    }

    const picture = await bytesOf({ title: 'Light', priceInPaise: 99_900 })

    expect((await bytesOf({ title: 'Light', priceInPaise: 99_900 })).equals(picture)).toBe(true)
    expect((await bytesOf({ title: 'Light', priceInPaise: 98_900 })).equals(picture)).toBe(false)
    expect((await bytesOf({ title: 'Sound', priceInPaise: 99_900 })).equals(picture)).toBe(false)
  })

  test('is not sent again to who has it', async () => {
    const { id } = await makeCourse(db)
    const first = await server.fetch(`/share/course/${id}.png`)

    const again = await server.fetch(`/share/course/${id}.png`, {
      headers: { 'if-none-match': first.headers.get('etag') ?? '' },
    })

    expect(again.status).toBe(304)
  })

  test('exists for the academy as a whole', async () => {
    const answer = await server.fetch('/share/academy.png')

    expect(readPngSize(Buffer.from(await answer.arrayBuffer()))).toEqual([1200, 630])
  })

  test('does not exist for what is not on sale', async () => {
    const { id } = await makeCourse(db)
    await db.execute(sql`update courses set hidden_at = now() where id = ${id}`)

    for (const path of [
      `/share/course/${id}.png`,
      '/share/course/none.png',
      '/share/course/none',
    ]) {
      expect((await server.fetch(path)).status).toBe(404)
    }
  })
})

function listAddresses(sitemap: string): string[] {
  return [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address ?? '')
}

function readPngSize(picture: Buffer): [width: number, height: number] {
  expect(picture.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  return [picture.readUInt32BE(16), picture.readUInt32BE(20)]
}
