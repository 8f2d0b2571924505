import { makeAdmin } from '../support/factories.ts'
import { findSidewaysScroll } from './support/find-sideways-scroll.ts'
import { listViolations } from './support/list-violations.ts'
import { signIn } from './support/people.ts'
import { expect, test } from './support/test.ts'

test('an owner writes a page on her phone, sees it as visitors will, and two tabs overwrite nothing', {
  tag: '@phone-only',
}, async ({ page, browser, academy, watch }) => {
  watch.allow(/409/)
  const owner = await makeAdmin(academy.db)
  const address = `summer-${Date.now().toString(36)}`
  await academy.as(owner)('POST /admin/pages', {
    body: { address, title: 'Summer batch' },
  })
  const editor = `/admin/pages?page=${address}`
  await signIn(page, academy, owner, editor)
  const other = await page.context().newPage()
  await other.goto(editor)
  await other.getByRole('button', { name: 'Title and description' }).click()

  for (const [kind, label, words] of [
    ['Opening', 'Heading', 'Learn in the summer'],
    ['Text', 'Text', 'Six weeks, **every morning**.'],
  ] as const) {
    await page.getByRole('button', { name: '+ Add a part' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(`^${kind}`) })
      .click()
    await page
      .getByRole('textbox', { name: label, exact: kind === 'Opening' })
      .last()
      .fill(words)
  }
  const parts = page.getByRole('list', { name: 'Parts of the page' })
  await page.getByRole('button', { name: 'Move Text' }).press('ArrowUp')
  const second = parts.getByRole('listitem').nth(1)
  await expect(second).toContainText('Text')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(second).toContainText('Learn in the summer')
  await page.getByRole('button', { name: 'Title and description' }).click()
  await page.getByLabel('Description for search results').fill('Six weeks of lessons.')
  await expect(page.getByText(/^Saved at /)).toBeVisible()
  expect(await findSidewaysScroll(page)).toEqual([])
  expect(await listViolations(page)).toEqual([])

  const preview = page.frameLocator('iframe')
  if (await page.getByRole('button', { name: 'Preview' }).isVisible()) {
    await page.getByRole('button', { name: 'Preview' }).click()
  }
  await expect(preview.getByText('every morning')).toBeVisible()
  await preview.getByRole('button', { name: 'Edit: Opening' }).click()
  await expect(page.getByRole('textbox', { name: 'Heading' })).toHaveValue('Learn in the summer')

  await other.getByLabel('Title for tabs and search results').fill('Winter batch')
  const conflict = other.getByRole('dialog', { name: 'Somebody else has changed this page' })
  await conflict.getByRole('button', { name: 'Save my choice' }).click()
  await expect(conflict).toBeHidden()
  await expect(other.getByText(/^(Not saved|Saving)/)).toHaveCount(0)
  await expect(other.getByText('Learn in the summer')).not.toHaveCount(0)

  await page.reload()
  await page.getByRole('button', { name: 'Publish…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click()
  await expect(page.getByRole('dialog')).toContainText('Published.')
  const visitor = await browser.newPage({ baseURL: academy.url })
  await visitor.goto(`/${address}`)
  await expect(visitor).toHaveTitle(/^Winter batch/)
  await expect(visitor.getByRole('heading', { name: 'Learn in the summer' })).toBeVisible()
  await visitor.context().close()
})

test('what is typed after a part was moved by keyboard stays in its field', async ({
  page,
  academy,
}) => {
  const owner = await makeAdmin(academy.db)
  const address = `moved-${Date.now().toString(36)}`
  const asOwner = academy.as(owner)
  await asOwner('POST /admin/pages', { body: { address, title: 'Our house' } })
  await asOwner('PUT /admin/pages/:address/draft', {
    params: { address },
    body: {
      revision: 1,
      content: {
        kind: 'page',
        title: 'Our house',
        description: 'A house.',
        blocks: ['First', 'Second'].map((heading) => ({
          type: 'text' as const,
          id: heading,
          heading,
          text: 'Words.',
        })),
      },
    },
  })
  await signIn(page, academy, owner, `/admin/pages?page=${address}`)
  await page.getByRole('button', { name: 'Title and description' }).click()
  const title = page.getByLabel('Title for tabs and search results')
  await expect(title).toHaveValue('Our house')
  // On a busy machine the next frame comes after the next letter.
  await page.evaluate(() => {
    window.requestAnimationFrame = (draw) => {
      document.addEventListener('input', () => draw(0), { once: true })
      return 0
    }
  })

  const parts = page.getByRole('list', { name: 'Parts of the page' }).getByRole('listitem')
  const handle = parts.getByRole('button', { name: /^Move / })
  await handle.first().press('ArrowDown')
  await expect(parts.nth(1)).toContainText('First')
  await expect(handle.nth(1)).toBeFocused()
  await title.press('End')
  await title.pressSequentially(' anew')

  await expect(title).toHaveValue('Our house anew')
  await expect(title).toBeFocused()
})

test('a film of a page ends where its fold is closed, and begins anew where it is opened again', async ({
  page,
  academy,
  watch,
}) => {
  const asOwner = academy.as(await makeAdmin(academy.db))
  const address = `film-${Date.now().toString(36)}`
  await asOwner('POST /admin/pages', { body: { address, title: 'Our film' } })
  const content = {
    kind: 'page' as const,
    title: 'Our film',
    description: 'A film.',
    blocks: [
      {
        type: 'film' as const,
        id: 'film',
        title: 'How we teach',
        url: 'https://vimeo.com/76979871',
      },
    ],
  }
  const params = { address }
  const { revision } = await asOwner('PUT /admin/pages/:address/draft', {
    params,
    body: { revision: 1, content },
  })
  await asOwner('POST /admin/pages/:address/publish', {
    params,
    body: { revision },
  })
  const player = 'https://player.vimeo.com'
  watch.allowOutside(player)
  await page.route(`${player}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>A film</title>' }),
  )
  const films = () => page.frames().filter((frame) => frame.url().startsWith(player)).length

  await page.goto(`/${address}`)
  const fold = page.getByText('How we teach')
  await fold.click()
  await expect.poll(films).toBe(1)
  await fold.click()
  await expect.poll(films).toBe(0)
  await fold.click()
  await expect.poll(films).toBe(1)
})

test('an announcement does not stand for ever for want of a time that is not typed yet', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/400/) // the preview's
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(request.postData() ?? '')
  })
  await signIn(page, academy, await makeAdmin(academy.db), '/admin/pages?page=frame')
  const until = page.getByLabel('Until, in India’s time')
  await until.focus()
  await page.keyboard.type('12122099')
  await page.getByLabel('From, in India’s time').focus()
  await expect(until).toHaveAccessibleDescription('Please give a date and a time.')
  await expect(page.getByText('Not saved: 1 field needs attention.').first()).toBeVisible()
  expect(sent).toEqual([])

  await until.fill('2099-12-12T10:00')
  await expect(until).not.toHaveAccessibleDescription(/./)
  await expect(page.getByText(/^Saved at /)).toBeVisible()
  await until.focus()
  await page.keyboard.press('Backspace')
  await expect(until).toHaveAccessibleDescription('Please give a date and a time.')
  expect(sent).toHaveLength(1)

  await until.fill('')
  await until.blur()
  await expect.poll(() => sent.length).toBe(2)
  await expect(page.getByText(/^Saved at /)).toBeVisible()
})
