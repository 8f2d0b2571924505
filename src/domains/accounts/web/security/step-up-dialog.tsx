import { t } from '../../../../shared/i18n/translate.ts'
import { Dialog } from '../../../../ui/controls/dialog.tsx'
import { StepUpForm } from './step-up-form.tsx'

export default function StepUpDialog({ onEnd }: { onEnd: (isShown: boolean) => void }) {
  return (
    <Dialog isOpen onClose={() => onEnd(false)} title={t('Is it you?')}>
      <p className="mb-5 text-ink-soft">
        {t('For this we ask once more, even though you are logged in. It is good for ten minutes.')}
      </p>
      <StepUpForm onDone={() => onEnd(true)} />
    </Dialog>
  )
}
