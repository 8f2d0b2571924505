import type { OfflineWords } from '../inline-words.ts'

interface Copy<Content> {
  savedAt: string
  content: Content
}

interface KeptCourse {
  title: string
  modules: { title: string; videos: { id: string; title: string; duration: string }[] }[]
}

interface KeptCertificate {
  user_name: string
  course_title: string
  completion_date: string
  certificate_id: string
  pdf_data: string
}

/**
 * Fills the offline page: what a signed-in person may read of the address without a network, and
 * when it was kept. Opens the address itself as soon as the academy can be reached again.
 *
 * Runs in the page, where it arrives as text: it may use nothing from outside itself.
 */
export function showKeptCopies(words: OfflineWords): void {
  const pauseInMs = 10_000
  const heading = document.querySelector('h1') ?? document.body
  const state = document.querySelector('[role=status]') ?? document.body
  const place = document.querySelector('#kept') ?? document.body
  const [, screen = '', id = ''] = location.pathname.slice(words.prefix.length).split('/')
  const { lang } = document.documentElement
  let copies: Cache | null = null
  const keptLessons = listKeptLessons()

  /** The ids of the lessons that play from the device (`src/domains/learning/web/offline/kept-lesson.ts`). */
  function listKeptLessons(): string[] {
    try {
      const user = JSON.parse(localStorage.getItem('user') ?? '') as { id: string }
      const list = localStorage.getItem(`kept-lessons:${user.id}`) ?? '[]'
      // Written by the academy's own pages; whatever else lists nothing.
      return (JSON.parse(list) as { id: string; lost?: string }[])
        .filter(({ lost }) => lost === undefined)
        .map((listed) => listed.id)
    } catch {
      return []
    }
  }

  async function openCopies(): Promise<Cache | null> {
    const token = localStorage.getItem('token')
    const names = (await caches.keys()).filter((name) => name.startsWith('copies-'))
    if (token === null) {
      await Promise.all(names.map((name) => caches.delete(name)))
      return null
    }
    const bytes = new TextEncoder().encode(`Bearer ${token}`)
    const digest = [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))]
    const name = `copies-${digest.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
    return names.includes(name) ? caches.open(name) : null
  }

  async function read<Content>(path: string): Promise<Copy<Content> | null> {
    const found = await copies?.match(path)
    return found ? found.json() : null
  }

  function add(parent: Element, tag: string, text = ''): HTMLElement {
    const element = document.createElement(tag)
    element.textContent = text
    parent.append(element)
    return element
  }

  function addLink(parent: Element, text: string, href: string): void {
    add(parent, 'a', text).setAttribute('href', words.prefix + href)
  }

  function tell(title: string, savedAt: string): void {
    const at = new Date(savedAt)
    const day = at.toLocaleDateString(lang, { day: 'numeric', month: 'long' })
    const time = at.toLocaleTimeString(lang, { hour: 'numeric', minute: '2-digit' })
    const sentence = navigator.onLine ? words.isDown : words.isOffline
    document.title = title
    heading.textContent = title
    state.textContent = sentence.replace('{day}', day).replace('{time}', time)
  }

  async function showCourses(): Promise<void> {
    type Course = { id: string; title: string; progress: number | null }
    const copy = await read<Course[]>('/api/my-courses')
    if (!copy) return
    tell(words.courses, copy.savedAt)
    const list = add(place, 'ul')
    for (const course of copy.content) {
      const item = add(list, 'li')
      const courseId = encodeURIComponent(course.id)
      add(item, 'strong', course.title)
      add(item, 'span', words.done.replace('{percent}', `${Math.round(course.progress ?? 0)}`))
      const hasOutline = await copies?.match(`/api/courses/${courseId}`)
      const hasCertificate = await copies?.match(`/api/certificate/${courseId}`)
      if (hasOutline) addLink(item, words.lessons, `/course/${courseId}`)
      if (hasCertificate) addLink(item, words.certificate, `/certificate/${courseId}`)
    }
  }

  async function showCourse(): Promise<void> {
    const copy = await read<KeptCourse>(`/api/courses/${id}`)
    if (!copy) return
    type Progress = { videos: { id: string; completed: boolean }[] }
    const progress = await read<Progress>(`/api/courses/${id}/progress`)
    const watched = new Set(
      progress?.content.videos.filter(({ completed }) => completed).map((video) => video.id),
    )
    tell(copy.content.title, copy.savedAt)
    const courseId = decodeURIComponent(id)
    const isSomeKept = keptLessons.some((kept) => kept.startsWith(`${courseId}/`))
    add(place, 'p', isSomeKept ? words.someNow : words.laterAgain)
    for (const { title, videos } of copy.content.modules) {
      add(place, 'h2', title)
      const list = add(place, 'ol')
      for (const video of videos) {
        const item = add(list, 'li', video.title)
        const facts = [video.duration, watched.has(video.id) ? words.watched : ''].filter(Boolean)
        if (facts.length > 0) add(item, 'span', facts.join(' · '))
        const lesson = `${courseId}/${video.id}`
        if (keptLessons.includes(lesson)) {
          const query = new URLSearchParams({ tab: 'kept', lesson })
          addLink(item, words.play, `/my-courses?${query}`)
        }
      }
    }
  }

  async function showCertificate(): Promise<void> {
    const copy = await read<KeptCertificate>(`/api/certificate/${id}`)
    if (!copy) return
    const { content } = copy
    tell(words.certificate, copy.savedAt)
    const day = { day: 'numeric', month: 'long', year: 'numeric' } as const
    const facts = [
      [words.name, content.user_name],
      [words.course, content.course_title],
      [words.completedOn, new Date(content.completion_date).toLocaleDateString(lang, day)],
      [words.certificateId, content.certificate_id],
    ] as const
    const list = add(place, 'dl')
    for (const [name, value] of facts) {
      add(list, 'dt', name)
      add(list, 'dd', value)
    }
    const bytes = Uint8Array.from(atob(content.pdf_data), (letter) => letter.charCodeAt(0))
    const link = add(place, 'a', words.download)
    link.setAttribute('href', URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' })))
    link.setAttribute('download', `${words.certificate} ${content.certificate_id}.pdf`)
  }

  async function show(): Promise<void> {
    copies = await openCopies()
    if (screen === 'my-courses') await showCourses()
    if (screen === 'course') await showCourse()
    if (screen === 'certificate') await showCertificate()
    const hasCourses = (await copies?.match('/api/my-courses')) !== undefined
    if (hasCourses && screen !== 'my-courses')
      addLink(add(place, 'p'), words.courses, '/my-courses')
    if (keptLessons.length > 0) addLink(add(place, 'p'), words.kept, '/my-courses?tab=kept')
  }

  async function returnWhenReachable(): Promise<void> {
    for (;;) {
      await new Promise((resolve) => {
        setTimeout(resolve, pauseInMs)
        addEventListener('online', resolve, { once: true })
      })
      const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
      if (answer?.ok) return location.reload()
    }
  }

  show().catch(() => undefined)
  if (screen !== 'offline') void returnWhenReachable()
}
