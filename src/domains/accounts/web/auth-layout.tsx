import { lazy, type ReactNode, Suspense } from 'react'
import { leaveOut } from '../../../http/web/leave-out.ts'

/** Not seen on phones, and nothing in it is pressed: its script comes after the form's. */
const AuthPromises = lazy(() => import('./auth-promises.tsx').catch(leaveOut))

interface DoorFrameProps {
  heading: string
  lead?: ReactNode
  children: ReactNode
}

/** Around every form that lets people in: the form first, and beside it what they come for. */
export function AuthLayout({ heading, lead, children }: DoorFrameProps) {
  return (
    <div className="page-width grid gap-x-16 py-10 lg:grid-cols-2 lg:py-16">
      <div className="mx-auto w-full max-w-form lg:py-8">
        <h1 className="text-3xl sm:text-4xl">{heading}</h1>
        {lead !== undefined && <p className="mt-3 text-ink-soft">{lead}</p>}
        <div className="mt-8">{children}</div>
      </div>
      <Suspense fallback={<div className="min-h-136 rounded-lg bg-wash max-lg:hidden" />}>
        <AuthPromises />
      </Suspense>
    </div>
  )
}
