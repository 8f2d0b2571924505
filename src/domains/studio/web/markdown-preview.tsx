import { useEffect, useState } from 'react'
import { ApiError } from '../../../http/api-client.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import { Prose } from '../../../ui/prose.tsx'

const pauseInMs = 300
const nothing = { html: '', foreign_pictures: [] as string[] }

/** A text as the course page will show it, made by what makes the page. Follows what is typed. */
export function MarkdownPreview({ text }: { text: string }) {
  const [{ html, foreign_pictures: pictures }, setShown] = useState(nothing)
  const [hasFailed, setHasFailed] = useState(false)

  useEffect(() => {
    let isCurrent = true
    const show = async () => {
      try {
        const answer = text.trim() === '' ? nothing : await ask(text)
        if (!isCurrent) return
        setShown(answer)
        setHasFailed(false)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (isCurrent) setHasFailed(true)
      }
    }
    const timer = setTimeout(() => void show(), pauseInMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [text])

  return (
    <section aria-label={t('Preview')} className="min-w-0">
      <Prose html={html} />
      {pictures.length > 0 && (
        <output className="block text-sm font-medium text-danger">
          {t(
            'Pictures from other sites are not shown, as those sites would learn of every visitor. Their words stand there instead: {words}.',
            { words: pictures.map((words) => `“${words}”`).join(', ') },
          )}
        </output>
      )}
      {hasFailed && (
        <p className="text-sm text-ink-soft">{t('The preview cannot be shown right now.')}</p>
      )}
    </section>
  )
}

function ask(text: string) {
  return call('POST /admin/markdown', { body: { text } })
}
