import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepOffering } from './keep-offering.ts'

type Offer = () => Promise<boolean>

const page = Object.assign(new EventTarget(), { hidden: false })
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', page)
  page.hidden = false
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000)
/** Nobody chooses what is proposed. */
const untaken = () => new Promise<boolean>(() => undefined)

function begin(offer: Offer) {
  const stop = vi.fn<() => void>()
  return { stop, end: keepOffering({ canOffer: async () => true, offer, stop }) }
}

test('who has chosen a passkey that did not let in is proposed them again, until one does', async () => {
  const offer = vi.fn<Offer>().mockResolvedValueOnce(true).mockResolvedValueOnce(true)
  const { end } = begin(offer.mockResolvedValue(false))

  await minutes(1)

  expect(offer).toHaveBeenCalledTimes(3)
  end()
})

test('what is proposed is renewed before its ten minutes are over', async () => {
  const offer = vi.fn<Offer>(untaken)
  const { end } = begin(offer)

  await minutes(8)
  expect(offer).toHaveBeenCalledTimes(1)
  await minutes(1)
  expect(offer).toHaveBeenCalledTimes(2)
  end()
})

test('a page that nobody looks at asks for nothing, and proposes anew when it comes back', async () => {
  const offer = vi.fn<Offer>(untaken)
  const { end } = begin(offer)
  page.hidden = true

  await minutes(60)
  expect(offer).toHaveBeenCalledTimes(1)
  page.hidden = false
  page.dispatchEvent(new Event('visibilitychange'))
  await minutes(0)

  expect(offer).toHaveBeenCalledTimes(2)
  end()
})

test('nothing is proposed any more once the page is left', async () => {
  let refuse: (isShown: boolean) => void = () => undefined
  const offer = vi.fn<Offer>(() => new Promise((resolve) => (refuse = resolve)))
  const { stop, end } = begin(offer)
  await minutes(0)

  end()
  refuse(true)
  page.dispatchEvent(new Event('visibilitychange'))
  await minutes(20)

  expect(stop).toHaveBeenCalledTimes(1)
  expect(offer).toHaveBeenCalledTimes(1)
})
