import type { StartWords } from '../inline-words.ts'
import type { EarlyInput } from './queue-early-input.ts'
import type { TrustedTypesPolicies, TrustedTypesPolicy } from './trusted-types.ts'

interface PageWindow {
  /** Set by the page's first script. */
  early: EarlyInput
  /** Every `import()` of the built scripts (`retry-imports.ts`). */
  loadModule: (specifier: string) => Promise<unknown>
  /** The start module hands over the entry module here. */
  begin: (entry: Promise<unknown>) => void
  /** Of browsers that know them. */
  trustedTypes?: TrustedTypesPolicies
  /** By which all of our own writes what the browser would run; the build has React do so, too. */
  trusted: TrustedTypesPolicy
}

/**
 * Brings a page's scripts to life on a network that loses some. Browsers remember for good that a
 * module failed, so each script is first fetched into the cache, with as many tries as it needs, and
 * imported only then. What does not come is followed by one reload, then by a button that reloads
 * (docs/decisions/0033). `urls`: the scripts that the page starts with.
 *
 * Runs in the page, where it arrives as text: it may use nothing from outside itself.
 */
export function startPage(urls: string[], words: StartWords): void {
  const page = window as unknown as PageWindow
  const asIs = (text: string) => text
  const rules = { createHTML: asIs, createScriptURL: asIs }
  let ofProviders: unknown
  const ownRules = {
    ...rules,
    createScript: asIs,
    // Razorpay's and Google's scripts write HTML and load more of their own, within what the content
    // security policy allows: from the first that our own code asks for until the page is loaded anew.
    createScriptURL: (url: string) => {
      if (!url.startsWith('/')) ofProviders ??= page.trustedTypes?.createPolicy('default', rules)
      return url
    },
  }
  page.trusted = page.trustedTypes?.createPolicy('academy', ownRules) ?? ownRules
  // What checks input is not to try whether it may write functions: no page of ours lets it.
  Object.assign(page, { __zod_globalConfig: { jitless: true } })
  /** By address, what each script imports. */
  const fetched = new Map<string, string[]>()
  const bar = document.createElement('div')
  bar.className = 'page-note'
  bar.setAttribute('role', 'alert')
  const reloadedKey = 'reloaded_for_scripts'
  /** A newer version has taken the place of this page's scripts: only a reload brings others. */
  let isReplaced = false

  async function fetchScript(url: string): Promise<string> {
    for (let pauseInMs = 200; ; pauseInMs *= 2) {
      try {
        const answer = await fetch(url)
        if (answer.ok) return await answer.text()
        isReplaced ||= answer.status === 404
      } catch {}
      if (pauseInMs > 3200 || isReplaced) throw new Error(`${url} does not come`)
      await new Promise((resolve) => setTimeout(resolve, pauseInMs))
    }
  }

  async function fetchWithImports(url: string, seen = new Set<string>()): Promise<void> {
    if (seen.has(url)) return
    seen.add(url)
    let imports = fetched.get(url)
    if (!imports) {
      const head = (await fetchScript(url)).slice(0, 5000)
      const found = head.matchAll(/(?:from|import)\s*\W\.\/([\w./-]+\.js)/g)
      imports = [...found].map((match) => `/assets/${match[1]}`)
      fetched.set(url, imports)
    }
    await Promise.all(imports.map((each) => fetchWithImports(each, seen)))
  }

  function offerReload(): void {
    // Not made anew under a finger.
    if (bar.isConnected && bar.textContent.startsWith(words.isNew)) return
    const button = document.createElement('button')
    button.id = 'reload'
    button.type = 'button'
    button.textContent = words.reload
    button.addEventListener('click', () => location.reload())
    bar.replaceChildren(isReplaced ? words.isNew : words.isLost, ' ', button)
    document.body.append(bar)
  }

  function takeBack(): void {
    if (!isReplaced) bar.remove()
  }

  async function waitForTapOrNetwork(): Promise<void> {
    await new Promise((resolve) => {
      addEventListener('click', resolve, { once: true })
      addEventListener('online', resolve, { once: true })
    })
  }

  page.loadModule = async (specifier) => {
    const url = specifier.replace('./', '/assets/')
    for (;;) {
      const slow = setTimeout(() => page.early.tell(words.wait), 700)
      try {
        await fetchWithImports(url)
        const loaded: unknown = await import(url).catch(async (error: unknown) => {
          await fetchScript(url) // replaced since it was fetched, it says so
          throw error
        })
        takeBack()
        return loaded
      } catch (error) {
        offerReload()
        // Told of a failure, the router would reload at once and forget where the tap led. Of a new
        // version nobody else is told: what stands, and what is typed there, stays beside the bar.
        if (url !== specifier && !isReplaced) throw error
      } finally {
        clearTimeout(slow)
        page.early.tell('')
      }
      await waitForTapOrNetwork()
    }
  }

  /** Once a tab until a start goes well, and never over what somebody has typed or tapped. */
  function mayReload(): boolean {
    const { buttons, fields } = page.early
    const isTouched =
      buttons.length + fields.size > 0 || document.activeElement?.matches('input, textarea')
    if (isTouched || !navigator.onLine) return false
    try {
      // One that the page made for itself forgets that it was reloaded, and would be again for ever.
      if (!(sessionStorage instanceof Storage)) return false
      if (sessionStorage.getItem(reloadedKey) !== null) return false
      sessionStorage.setItem(reloadedKey, 'yes')
      return true
    } catch {
      return false
    }
  }

  async function start(): Promise<void> {
    await Promise.all(urls.map((url) => fetchWithImports(url)))
    const text = page.trusted.createScript(document.getElementById('start')?.textContent ?? '')
    await new Promise((resolve, reject) => {
      page.begin = resolve
      const script = Object.assign(document.createElement('script'), { type: 'module', text })
      script.addEventListener('error', reject)
      document.head.append(script)
    })
    takeBack()
    let pauseInMs = 3000
    try {
      sessionStorage.removeItem(reloadedKey)
      if (localStorage.getItem('token') !== null) pauseInMs = 0
    } catch {}
    setTimeout(prepareForOffline, pauseInMs)
  }

  /** Late for a visitor, so that it takes nothing from a first visit; a learner may need it at once. */
  function prepareForOffline(): void {
    const { serviceWorker } = navigator as Partial<Navigator>
    serviceWorker?.register(page.trusted.createScriptURL('/sw.js')).catch(() => undefined)
    // Without a network a link leads to what the worker has, not into a screen that cannot load.
    const leavePage = (event: Event) => {
      const link = event.target instanceof Element && event.target.closest('a[href^="/"]')
      if (link && !navigator.onLine && serviceWorker?.controller) event.stopPropagation()
    }
    addEventListener('click', leavePage, true)
  }

  function begin(): void {
    start().catch(() => {
      if (mayReload()) {
        location.reload()
        return
      }
      page.early.tell('')
      offerReload()
      addEventListener('online', begin, { once: true })
    })
  }

  /** Or, where the page is hidden before it is painted or the browser tells of no paint, in a while. */
  function waitForPaint(): Promise<unknown> {
    return new Promise((resolve) => {
      new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true })
      setTimeout(resolve, 2000)
    })
  }

  // A hidden page is never painted: it loads its scripts at once.
  if (document.hidden) begin()
  else void waitForPaint().then(begin)
}
