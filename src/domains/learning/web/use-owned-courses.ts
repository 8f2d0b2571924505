import { useEffect, useState } from 'react'
import { ApiError } from '../../../http/api-client.ts'
import { call } from '../../../ui/call.ts'
import { clearSession, useSession } from '../../../ui/session.ts'
import type { MyCourse } from './queries.ts'

/**
 * The ids of the courses that count as the person's: those of their courses, as the server knows them
 * just now, and those that the session names. Empty for visitors.
 */
export function useOwnedCourses(): ReadonlySet<string> {
  const session = useSession()
  const token = session?.token
  const [mine, setMine] = useState<{ token: string; ids: string[] } | null>(null)

  useEffect(() => {
    if (token === undefined) return undefined
    let isLeft = false
    async function ask(token: string): Promise<void> {
      try {
        const courses: (MyCourse | string)[] = await call('GET /my-courses', {})
        const ids = courses.map((course) => (typeof course === 'string' ? course : course.id))
        if (!isLeft) setMine({ token, ids })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (!isLeft && error.status === 401) clearSession()
      }
    }
    void ask(token)
    return () => {
      isLeft = true
    }
  }, [token])

  const asked = mine !== null && mine.token === token ? mine.ids : []
  return new Set([...asked, ...(session?.user.purchased_courses ?? [])])
}
