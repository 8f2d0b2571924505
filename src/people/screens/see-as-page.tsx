import { useEffect, useState } from 'react'
import type { readProfile } from '../../accounts/contract.ts'
import { createApiClient } from '../../http/api-client.ts'
import { paths } from '../../paths.ts'
import { Alert } from '../../ui/controls/alert.tsx'
import { Skeleton } from '../../ui/controls/skeleton.tsx'
import { keepView } from './kept-view.ts'

/** Where a tab begins that shows the site as a learner sees it. */
export function SeeAsPage() {
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    enter().catch((error: unknown) =>
      setFailure(error instanceof Error ? error.message : 'This tab cannot be opened.'),
    )
  }, [])
  return (
    <div className="page-width py-12">
      {failure === null ? (
        <Skeleton label="Opening the learner’s account" className="h-96" />
      ) : (
        <Alert tone="warning" detail="Please begin again from the learner’s page.">
          {failure}
        </Alert>
      )}
    </div>
  )
}

/** Keeps the session in this tab alone and loads the site anew, now as the learner. */
async function enter(): Promise<void> {
  const given = new URLSearchParams(window.location.hash.slice(1))
  const token = given.get('token') ?? ''
  const until = given.get('until') ?? ''
  const ask = createApiClient({ readToken: () => token })
  const { user } = await ask<typeof readProfile>('GET /auth/profile', {})
  keepView({ token, user, until })
  window.location.replace(paths.myCourses)
}
