import type { ReactNode } from 'react'
import { BrandMark } from '../figures/brand-mark.tsx'

/** Stands where there is nothing yet: says so, and what to do. */
export function EmptyState({ sentence, children }: { sentence: string; children: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-5 rounded-lg border border-dashed border-edge px-6 py-14 text-center">
      <BrandMark className="size-14" />
      <p className="max-w-text text-lg">{sentence}</p>
      {children}
    </div>
  )
}
