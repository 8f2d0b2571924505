import type { ReactNode } from 'react'
import { t } from '../../../shared/i18n/translate.ts'
import { Badge } from '../../../ui/controls/badge.tsx'

interface NoteTextProps {
  text: string
  isVersion: boolean
  isWaiting?: boolean
  children?: ReactNode
}

/** What somebody wrote, as they wrote it, and what is to be said of it. */
export function NoteText({ text, isVersion, isWaiting = false, children }: NoteTextProps) {
  return (
    <div className="min-w-0">
      <p dir="auto" className="max-w-text wrap-anywhere whitespace-pre-wrap">
        {text}
      </p>
      {(isVersion || isWaiting) && (
        <p className="mt-1 flex flex-wrap gap-2">
          {isVersion && <Badge tone="waiting">{t('Another version, from another device')}</Badge>}
          {isWaiting && <Badge tone="waiting">{t('Not saved yet')}</Badge>}
        </p>
      )}
      {children}
    </div>
  )
}
