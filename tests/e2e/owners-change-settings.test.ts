import type { Locator, Page, Route } from '@playwright/test'
import { makeAdmin } from '../support/factories.ts'
import { signIn } from './support/people.ts'
import { type Academy, expect, test } from './support/test.ts'
import { scriptlessFrame } from './support/watch-context.ts'

const labels = {
  POSTAL_ADDRESS: 'Postal address',
  SUPPORT_EMAIL: 'Support e-mail',
  SUPPORT_PHONE: 'Support phone',
  SUPPORT_HOURS: 'Support hours',
}
const tax = {
  legal_name: 'Academy',
  address: 'Mumbai',
  state: '27',
  gstin: null,
  sac: '999293',
  since: '2026-01-02T03:04:05.678Z',
  states: [{ code: '27', name: 'Maharashtra' }],
}

test('what a colleague saved meanwhile is not put back by a form that was open before', async ({
  page,
  academy,
}) => {
  const sent = await keepSettings(page, { SUPPORT_EMAIL: 'new@academy.test' })
  await open(page, academy, '/admin/settings')
  const form = page.getByRole('form', { name: 'Academy' })

  await form.getByLabel('Support phone').fill('+91 80 4000 0000')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText(/^Saved\./).waitFor()
  await form.getByLabel('Support hours').fill('Weekdays')
  await form.getByRole('button', { name: 'Save' }).click()

  await expect
    .poll(() => sent)
    .toEqual([{ SUPPORT_PHONE: '+91 80 4000 0000' }, { SUPPORT_HOURS: 'Weekdays' }])
})

test('tax settings say from which they began, and are refused over newer ones', async ({
  page,
  academy,
  watch,
}) => {
  watch.allow(/409/)
  const sent: unknown[] = []
  const detail = 'Somebody has changed these settings meanwhile. Please load the page again.'
  await answer(page, 'tax-settings', (body) => {
    if (body === null) return { json: tax }
    sent.push(body.since)
    const { sac } = body
    return sent.length === 3
      ? { status: 409, json: { code: 'settings_changed', detail } }
      : { json: { ...tax, sac, since: `2026-02-0${sent.length}T00:00:00.000Z` } }
  })
  await open(page, academy, '/admin/tax')
  await page.getByText('Change the tax settings').click()
  const save = async (sac: string) => {
    await page.getByLabel('SAC').fill(sac)
    await page.getByRole('button', { name: 'Save the tax settings' }).click()
  }

  await save('999294')
  await page.getByText(/Last changed 0?1 Feb/).waitFor()
  await save('999295')
  await page.getByText(/Last changed 0?2 Feb/).waitFor()
  await save('999296')

  await expect(page.getByText(detail)).toBeVisible()
  await expect(page.getByLabel('SAC')).toHaveValue('999296')
  expect(sent).toEqual([tax.since, '2026-02-01T00:00:00.000Z', '2026-02-02T00:00:00.000Z'])
})

test('the grievance officer is named in the place of whom the form showed', async ({
  page,
  academy,
}) => {
  const sent: unknown[] = []
  await answer(page, 'grievance-officer', (body) => {
    const { before, ...officer } = body ?? {}
    sent.push(before)
    return { json: officer }
  })
  await open(page, academy, '/admin/checklist')
  const form = page.getByRole('region', { name: 'Grievance officer' })
  await form.getByLabel('Name').waitFor()
  const read = async (label: string) => form.getByLabel(label).inputValue()
  const shown = {
    name: await read('Name'),
    email: await read('E-mail'),
    phone: await read('Phone'),
  }
  const officer = { name: 'Asha Rao', email: 'asha@academy.test', phone: '+91 80 4000 0000' }

  await form.getByLabel('Name').fill(officer.name)
  await form.getByLabel('E-mail').fill(officer.email)
  await form.getByLabel('Phone').fill(officer.phone)
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('The contact page names them now.').waitFor()
  await form.getByLabel('Phone').fill('+91 80 4000 0001')
  await form.getByRole('button', { name: 'Save' }).click()

  await expect.poll(() => sent).toEqual([shown.name === '' ? null : shown, officer])
})

test('who saves again while the first save is under way goes on from its answer', async ({
  page,
  academy,
}) => {
  const sent: Record<string, unknown>[] = []
  let { promise: answered, resolve: goOn } = Promise.withResolvers<void>()
  const keep = async (body: Record<string, unknown>) => {
    sent.push(body)
    await answered
  }
  await answer(page, 'grievance-officer', async (body) => {
    const { before: _, ...officer } = body ?? {}
    if (body !== null) await keep(body)
    return { json: officer }
  })
  await answer(page, 'tax-settings', async (body) => {
    if (body !== null) await keep(body)
    return { json: { ...tax, ...body, since: body ? `2026-02-0${sent.length}` : tax.since } }
  })
  const save = async (label: string, text: string, part: Locator) => {
    await part.getByLabel(label).fill(text)
    await part.getByLabel(label).press('Enter')
  }
  await open(page, academy, '/admin/checklist')
  const officer = page.getByRole('region', { name: 'Grievance officer' })
  await save('Phone', '+91 80 4000 0000', officer)
  await expect.poll(() => sent).toHaveLength(1)
  await save('Phone', '+91 80 4000 0001', officer)
  goOn()

  await expect.poll(() => sent).toHaveLength(2)
  expect(sent[1]).toMatchObject({
    phone: '+91 80 4000 0001',
    before: { phone: '+91 80 4000 0000' },
  })

  ;({ promise: answered, resolve: goOn } = Promise.withResolvers<void>())
  sent.length = 0
  await page.goto('/admin/tax')
  await page.getByText('Change the tax settings').click()
  const form = page.getByRole('form', { name: 'Tax settings' })
  await save('SAC', '999294', form)
  await expect.poll(() => sent).toHaveLength(1)
  await save('SAC', '999295', form)
  goOn()

  await expect.poll(() => sent).toHaveLength(2)
  expect(sent[1]).toMatchObject({ sac: '999295', since: '2026-02-01' })
})

test('a look is published again from the revision of the first answer', async ({
  page,
  academy,
}) => {
  const { promise: answered, resolve: goOn } = Promise.withResolvers<void>()
  const sent: Record<string, unknown>[] = []
  const looks = await academy.as(await makeAdmin(academy.db))('GET /admin/look', {})
  await answer(page, 'look/publish', async (body) => {
    sent.push(body ?? {})
    await answered
    return { json: { ...looks, revision: looks.revision + sent.length } }
  })
  await open(page, academy, '/admin/look')
  const publish = page.getByRole('button', { name: 'Publish' })
  await page.getByLabel('Corners').selectOption('Round')
  await publish.click()
  await page.getByLabel('Corners').selectOption('Square')
  await publish.click()
  goOn()

  await expect.poll(() => sent).toHaveLength(2)
  expect(sent[1]).toMatchObject({ corners: 'square', revision: looks.revision + 1 })
})

test('the preview of a look keeps its place, also while choices come faster than its pictures', async ({
  page,
  watch,
  academy,
}) => {
  watch.allow(scriptlessFrame)
  let pictures = Promise.withResolvers<void>()
  pictures.resolve()
  await page.route('**/slow.svg', async (route) => {
    await pictures.promise
    await route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="urn:none"/>' })
  })
  await page.route(`${academy.url}/`, async (route) => {
    const home = await route.fetch()
    const body = (await home.text()).replace('</main>', '<img src="/slow.svg" alt="">$&')
    await route.fulfill({ response: home, body })
  })
  await open(page, academy, '/admin/look')
  const root = page.frameLocator('iframe').first().locator('html')
  await root.locator('img[src="/slow.svg"]').waitFor({ state: 'attached' })
  await expect(root).toHaveJSProperty('ownerDocument.readyState', 'complete')
  const scrollTo = (top: number) => root.evaluate((html, top) => html.scrollTo(0, top), top)
  const choose = async (corners: string) => {
    await root.evaluate((html) => Object.assign(html, { isOld: true }))
    await page.getByLabel('Corners').selectOption(corners)
    await expect(root).not.toHaveJSProperty('isOld', true)
    await root.locator('footer').last().waitFor({ state: 'attached' })
  }
  await scrollTo(300)
  pictures = Promise.withResolvers()
  await choose('Round')
  await choose('Square')
  pictures.resolve()
  await expect(root).toHaveJSProperty('scrollTop', 300)

  // By hand, while the pictures are still on their way.
  pictures = Promise.withResolvers()
  await choose('Slightly round')
  await scrollTo(200)
  await choose('Round')
  pictures.resolve()
  await expect(root).toHaveJSProperty('scrollTop', 200)
  pictures = Promise.withResolvers()
  await choose('Square')
  await scrollTo(100)
  pictures.resolve()
  await expect(root).toHaveJSProperty('ownerDocument.readyState', 'complete')
  await expect(root).toHaveJSProperty('scrollTop', 100)
})

test('a look is changed while the preview is between two pages', async ({
  page,
  watch,
  academy,
}) => {
  watch.allow(scriptlessFrame)
  await open(page, academy, '/admin/look')
  const root = page.frameLocator('iframe').first().locator('html')
  await root.locator('main').waitFor() // in the place of the empty page that each frame begins with
  await expect(root).toHaveJSProperty('ownerDocument.readyState', 'complete')
  // As a browser has it until the first of the next page has been read.
  await root.evaluate((html) => html.remove())
  await page.getByLabel('Corners').selectOption('Square')
  await root.locator('main').waitFor()
})

test('only what was changed of the settings of letters is sent', async ({ page, academy }) => {
  const sent: unknown[] = []
  await answer(page, 'letter-settings', (body) => {
    if (body !== null) sent.push(body)
    return { json: { letters_a_minute: 60, are_reminders_on: sent.length > 0, ...body } }
  })
  await open(page, academy, '/admin/letters')
  const region = page.getByRole('region', { name: 'Settings' })

  await region.getByLabel('E-mails a minute').fill('24')
  await region.getByRole('button', { name: 'Save the settings' }).click()
  await region.getByText('The settings are saved.').waitFor()
  await region.getByLabel('E-mails a minute').fill('36')
  await region.getByRole('button', { name: 'Save the settings' }).click()

  await expect.poll(() => sent).toEqual([{ letters_a_minute: 24 }, { letters_a_minute: 36 }])
})

test('the tax form of the set-up follows the contact above it until somebody types there', async ({
  page,
  academy,
}) => {
  await keepSettings(page, {})
  await answer(page, 'tax-settings', () => ({
    json: { ...tax, state: null, since: null },
  }))
  const steps = [{ step: 'details', is_done: false }]
  await answer(page, 'first-run', () => ({ json: { state: 'open', steps } }))
  await open(page, academy, '/admin/setup?step=details')
  const contact = page.getByRole('form', { name: 'Contact' })
  const form = page.getByRole('form', { name: 'Tax settings' })
  const move = async (address: string) => {
    await contact.getByLabel('Postal address').fill(address)
    await contact.getByRole('button', { name: 'Save' }).click()
    await contact.getByText(/^Saved\./).waitFor()
  }
  await move('12 Station Road, Pune')
  await expect(form.getByLabel('Address')).toHaveValue('12 Station Road, Pune')

  await form.getByLabel('GSTIN').fill('27AAPFU0939F1ZV')
  await form.getByLabel('State or Union territory').selectOption('Maharashtra')
  await move('14 Station Road, Pune')

  await expect(form.getByLabel('GSTIN')).toHaveValue('27AAPFU0939F1ZV')
  await expect(form.getByLabel('State or Union territory')).toHaveValue('27')
})

async function open(page: Page, academy: Academy, path: string): Promise<void> {
  await signIn(page, academy, await makeAdmin(academy.db), path)
}

type Body = Record<string, unknown> | null
type Answer = Parameters<Route['fulfill']>[0]

/** In the place of the server, whose settings are those of all tests. The body is null where it is asked. */
async function answer(
  page: Page,
  path: string,
  make: (body: Body) => Answer | Promise<Answer>,
): Promise<void> {
  await page.route(`**/api/admin/${path}`, async (route) =>
    route.fulfill(await make(route.request().postDataJSON())),
  )
}

/** Takes what is saved; in the same moment somebody else saves something, too. Resolves to what was sent. */
async function keepSettings(
  page: Page,
  others: Partial<Record<keyof typeof labels, string>>,
): Promise<unknown[]> {
  const sent: unknown[] = []
  const kept: Record<string, string> = { SUPPORT_EMAIL: 'old@academy.test' }
  await answer(page, 'settings', (body) => {
    if (body !== null) {
      sent.push(body.values)
      Object.assign(kept, body.values, others)
    }
    const settings = Object.entries(labels).map(([name, label]) => ({
      name,
      group: 'academy',
      label,
      hint: '',
      is_secret: false,
      takes_effect: 'at_once',
      from: 'browser',
      value: kept[name] ?? null,
      by_default: null,
    }))
    return { json: { settings } }
  })
  return sent
}
