import { createApiClient } from '../../src/http/api-client.ts'

export interface LargeDraft {
  courseId: string
  /** Of the administrator, as the browser keeps it. */
  session: { token: string; user: unknown }
}

/** A draft of many lessons, each with a link and some text, made over the wire. */
export async function makeLargeDraft(
  url: string,
  size: { modules: number; lessonsInEach: number },
): Promise<LargeDraft> {
  const session = await createApiClient({ baseUrl: url, readToken: () => null })(
    'POST /auth/admin/login',
    {
      body: { email: 'bench@example.test', password: 'administrators password' },
    },
  )
  const ask = createApiClient({ baseUrl: url, readToken: () => session.token })
  const list = <T>(length: number, make: (at: number) => T): T[] =>
    Array.from({ length }, (_, at) => make(at))
  const modules = list(size.modules, (module) => ({
    title: `Module ${module + 1}`,
    description: 'What is learned here.',
    videos: list(size.lessonsInEach, (lesson) => ({
      title: `Lesson ${module + 1}.${lesson + 1}`,
      url: `https://videos.example/${module}/${lesson}.mp4`,
      duration: '12 min',
      text: 'What to look at, and what to try afterwards. '.repeat(4),
    })),
  }))
  const { id } = await ask('POST /admin/drafts', {
    body: { course: { title: 'The whole of the craft', modules } },
  })
  return { courseId: id, session }
}
