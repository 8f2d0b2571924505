import { t } from '../../../../shared/i18n/translate.ts'
import { Alert } from '../../../../ui/controls/alert.tsx'

/** What a buyer is told, in words, translated or to be: most of them come with the flow, and not with the page. */
export interface PurchaseNotice {
  tone: 'danger' | 'warning' | 'success' | 'note'
  sentence: string
  /** The reason as far as it is known, and what to do. */
  more: string[]
}

/** Tells how a purchase stands when it did not simply end on the success page. */
export function PurchaseNoticeBox({ notice }: { notice: PurchaseNotice }) {
  const { tone, sentence, more } = notice
  return (
    <div className="text-sm">
      <Alert
        tone={tone}
        isUrgent
        detail={more.map((text) => (
          <span key={text} className="block">
            {t(text)}
          </span>
        ))}
      >
        {t(sentence)}
      </Alert>
    </div>
  )
}
