import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'

export interface Network {
  name: string
  bitsPerSecond: number
  latencyInMs: number
}

/** What was asked for between the click and the first frame, in ms after the click. */
export interface Asked {
  what: string
  from: number
  /** Null: still coming when the first frame was there. */
  firstByte: number | null
  to: number | null
  kilobytes: number
}

export interface Watched {
  /** From the click until the film moves in sight; null: not within the time given. */
  firstFrameInMs: number | null
  asked: Asked[]
  /** How often it stood after the first frame, and for how long in all. */
  stalls: number
  stalledInSeconds: number
  /** Whose bits played when, by the path of the file. */
  sizes: { file: string; atInSeconds: number }[]
  /** What the player said instead of playing; an empty text: it was taken away again. */
  notices: Notice[]
  playedInSeconds: number
}

export interface Notice {
  text: string
  /** After the press. */
  atInSeconds: number
  positionInSeconds: number
}

interface Viewer {
  url: string
  courseId: string
  token: string
  bypassCSP?: boolean
}

/** How long somebody watches, and what becomes of the network meanwhile. */
export interface WatchPlan {
  network: Network
  seconds?: number
  changes?: { atInSeconds: number; network: Network }[]
}

/** Opens the course as its owner on a fast line, so that the page is there, and presses Play on a slow one. */
export async function watchLesson(
  browser: Browser,
  viewer: Viewer,
  plan: WatchPlan,
): Promise<Watched> {
  return withPage(browser, viewer, async (page, devtools) => {
    await page.goto(`${viewer.url}/course/${viewer.courseId}`, { waitUntil: 'networkidle' })
    return watch(page, devtools, plan, '[aria-label^="Play video"]')
  })
}

/** The same file in a page that has nothing but a button: what the browser and the network allow. */
export async function watchBareFile(
  browser: Browser,
  viewer: Viewer,
  plan: WatchPlan & { file: (urls: string[]) => string | undefined },
): Promise<Watched> {
  return withPage(browser, viewer, async (page, devtools) => {
    await page.goto(`${viewer.url}/about`, { waitUntil: 'networkidle' })
    const address = `/api/courses/${viewer.courseId}`
    const urls = await page.evaluate(
      async ({ address, token }) => {
        const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
        const text = await answer.text()
        return [...text.matchAll(/"(\/films\/[^"]+)"/g)].map(([, url]) => url ?? '')
      },
      { address, token: viewer.token },
    )
    await page.evaluate((src) => {
      document.body.innerHTML = '<button id="bare">Play</button>'
      document.getElementById('bare')?.addEventListener('click', () => {
        const video = document.createElement('video')
        video.style.width = '640px'
        video.src = src
        document.body.append(video)
        void video.play()
      })
    }, plan.file(urls) ?? '')
    return watch(page, devtools, plan, '#bare')
  })
}

async function withPage(
  browser: Browser,
  viewer: Viewer,
  act: (page: Page, devtools: CDPSession) => Promise<Watched>,
): Promise<Watched> {
  const context = await openContext(browser, viewer)
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await page.addInitScript(watchFilm)
    return await act(page, devtools)
  } finally {
    await context.close()
  }
}

async function openContext(browser: Browser, viewer: Viewer): Promise<BrowserContext> {
  const headers = { authorization: `Bearer ${viewer.token}` }
  const answer = await fetch(`${viewer.url}/api/auth/profile`, { headers })
  const { user } = (await answer.json()) as { user: object } // as the profile's contract says
  const localStorage = [
    { name: 'token', value: viewer.token },
    { name: 'user', value: JSON.stringify(user) },
  ]
  return browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
    locale: 'en-IN',
    bypassCSP: viewer.bypassCSP ?? false,
    storageState: { cookies: [], origins: [{ origin: viewer.url, localStorage }] },
  })
}

async function watch(
  page: Page,
  devtools: CDPSession,
  { network, seconds = 0, changes = [] }: WatchPlan,
  button: string,
): Promise<Watched> {
  const asked = listenForRequests(devtools)
  await throttle(devtools, network)
  await page.locator(button).tap()
  const isMoving = await page
    .waitForFunction(() => (window as unknown as Told).film.firstFrameAt !== null, null, {
      timeout: 60_000,
      polling: 50,
    })
    .then(
      () => true,
      () => false,
    )
  const first = await readFilm(page)
  const shown = asked(first.pressedAtInSeconds, first.firstFrameAt)
  for (const change of isMoving ? changes : []) {
    await waitUntil(page, change.atInSeconds)
    await throttle(devtools, change.network)
  }
  if (isMoving) await waitUntil(page, seconds)
  const told = await readFilm(page)
  return {
    firstFrameInMs: told.firstFrameAt,
    asked: shown,
    stalls: told.stalls,
    stalledInSeconds: told.stalledInMs / 1000,
    sizes: told.sizes,
    notices: told.notices,
    playedInSeconds: told.position,
  }
}

/** By the clock, however far the film has come. */
async function waitUntil(page: Page, seconds: number): Promise<void> {
  const { firstFrameAt, sincePress } = await readFilm(page)
  const left = seconds * 1000 - (sincePress - (firstFrameAt ?? 0))
  if (left > 0) await page.waitForTimeout(left)
}

async function throttle(devtools: CDPSession, network: Network): Promise<void> {
  const bytesPerSecond = network.bitsPerSecond / 8
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: network.latencyInMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
}

/** Notes each request from now on; what is returned tells of those up to the first frame. */
function listenForRequests(devtools: CDPSession) {
  const seen = new Map<
    string,
    { url: string; at: number; first?: number; to?: number; bytes: number }
  >()
  let wallOffset: number | null = null
  devtools.on('Network.requestWillBeSent', ({ requestId, request, timestamp, wallTime }) => {
    wallOffset ??= wallTime - timestamp
    const range = request.headers['Range'] ?? request.headers['range'] ?? ''
    const url = `${new URL(request.url).pathname} ${range}`.trim()
    seen.set(requestId, { url, at: timestamp, bytes: 0 })
  })
  devtools.on('Network.responseReceived', ({ requestId, timestamp }) => {
    const one = seen.get(requestId)
    if (one) one.first = timestamp
  })
  devtools.on('Network.dataReceived', ({ requestId, encodedDataLength, dataLength }) => {
    const one = seen.get(requestId)
    if (one && one.to === undefined) one.bytes += encodedDataLength || dataLength
  })
  const end = ({ requestId, timestamp }: { requestId: string; timestamp: number }) => {
    const one = seen.get(requestId)
    if (one) one.to = timestamp
  }
  devtools.on('Network.loadingFinished', end)
  devtools.on('Network.loadingFailed', end)
  return (pressedAtInSeconds: number, firstFrameInMs: number | null): Asked[] => {
    const since = (at: number) => Math.round((at + (wallOffset ?? 0) - pressedAtInSeconds) * 1000)
    return [...seen.values()]
      .map(({ url, at, first, to, bytes }) => ({
        what: url,
        from: since(at),
        firstByte: first === undefined ? null : since(first),
        to: to === undefined ? null : since(to),
        kilobytes: Math.round(bytes / 1000),
      }))
      .filter(({ from }) => firstFrameInMs === null || from <= firstFrameInMs)
  }
}

async function readFilm(page: Page): Promise<Told['film'] & { sincePress: number }> {
  return page.evaluate(() => {
    const { film } = window as unknown as Told // set by watchFilm
    return { ...film, sincePress: performance.now() - film.pressedAt }
  })
}

interface Told {
  film: {
    pressedAt: number
    pressedAtInSeconds: number
    /** In ms after the press. */
    firstFrameAt: number | null
    position: number
    stalls: number
    stalledInMs: number
    sizes: { file: string; atInSeconds: number }[]
    notices: Notice[]
  }
}

/** Runs in the page before anything else of it. */
function watchFilm(): void {
  const film: Told['film'] = {
    pressedAt: 0,
    pressedAtInSeconds: 0,
    firstFrameAt: null,
    position: 0,
    stalls: 0,
    stalledInMs: 0,
    sizes: [],
    notices: [],
  }
  Object.assign(window, { film })
  document.addEventListener(
    'click',
    () => {
      film.pressedAt = performance.now()
      film.pressedAtInSeconds = Date.now() / 1000
      requestAnimationFrame(look)
    },
    { capture: true, once: true },
  )
  let movedAt = 0
  let isStanding = false
  // What a learner sees: whether the position of the film in the page has moved since the last look.
  const look = (now: number): void => {
    requestAnimationFrame(look)
    const video = document.querySelector('video')
    if (!video) return
    const file = (video.currentSrc.split('?')[0] ?? '').split('/').at(-1) ?? ''
    if (file !== '' && film.sizes.at(-1)?.file !== file) {
      film.sizes.push({ file, atInSeconds: Math.round((now - film.pressedAt) / 100) / 10 })
    }
    const text = document.querySelector('main [role="alert"]')?.textContent ?? ''
    if (text !== (film.notices.at(-1)?.text ?? '')) {
      const atInSeconds = Math.round((now - film.pressedAt) / 1000)
      film.notices.push({ text, atInSeconds, positionInSeconds: film.position })
    }
    const hasMoved = video.currentTime > 0 && video.currentTime !== film.position
    film.position = video.currentTime
    if (hasMoved) {
      film.firstFrameAt ??= Math.round(now - film.pressedAt)
      if (isStanding) film.stalledInMs += now - movedAt
      isStanding = false
      movedAt = now
    } else if (film.firstFrameAt !== null && !isStanding && now - movedAt > 500 && !video.paused) {
      film.stalls += 1
      isStanding = true
    }
  }
}
