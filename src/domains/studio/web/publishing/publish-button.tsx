import { lazy, Suspense, useState } from 'react'
import type { ResponseOf } from '../../../../http/endpoint.ts'
import { askAgain } from '../../../../http/web/ask-again.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import type { publish } from '../../contract.ts'

type Published = ResponseOf<typeof publish>

interface PublishButtonProps {
  courseId: string
  /** That of the draft as it is seen. */
  revision: number
  /** Why what is seen is not all on the server: the publication waits for it. Null: it is. */
  unsaved: string | null
  onOpen?: () => void
  onPublished: (published: Published) => void
  /** Leads to a field that is still empty, e.g. `course.modules.0.title`. */
  onFocusField?: (path: string) => void
  /** The draft was saved by somebody else: shows it anew. The page is loaded again unless given. */
  onStale?: () => void
}

const PublishDialog = lazy(() => askAgain(() => import('./publish-dialog.tsx')))

/** Opens the dialog that says what a publication changes before it happens. */
export function PublishButton(props: PublishButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        onClick={() => {
          props.onOpen?.()
          setIsOpen(true)
        }}
      >
        {t('Publish…')}
      </Button>
      {isOpen && (
        <Suspense>
          <PublishDialog {...props} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
