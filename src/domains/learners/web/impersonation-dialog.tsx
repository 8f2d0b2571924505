import { useState } from 'react'
import { formatDateTime } from '../../../shared/format-date.ts'
import { languagePath } from '../../../shared/i18n/language.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import { buttonStyle } from '../../../ui/controls/button-style.ts'
import { Dialog } from '../../../ui/controls/dialog.tsx'
import type { Learner } from '../contract.ts'
import { learnerPaths } from '../learner-paths.ts'
import { ReasonDialog } from './reason-dialog.tsx'

interface Opened {
  address: string
  until: string
}

/** Asks why, then offers the tab: opened by a press of its own, no browser keeps it from opening. */
export function ImpersonationDialog({
  learner,
  onClose,
}: {
  learner: Learner
  onClose: () => void
}) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const open = async (reason: string) => {
    const { token, expires_at: until } = await call('POST /admin/learners/:id/see-as', {
      params: { id: learner.id },
      body: { reason },
    })
    // Behind the `#`, so that no server and no log sees it.
    const address = `${languagePath(learnerPaths.seeAs)}#${new URLSearchParams({ token, until })}`
    setOpened({ address, until })
    return { message: '' }
  }
  if (opened === null) {
    return (
      <ReasonDialog
        title={t('See as this learner')}
        text={t('For 15 minutes you see what {name} sees, and can change nothing.', {
          name: learner.name,
        })}
        confirmLabel={t('Continue')}
        reasonHint={t('The learner reads it in their account.')}
        onClose={onClose}
        onDone={() => undefined}
        act={open}
      />
    )
  }
  return (
    <Dialog isOpen onClose={onClose} title={t('See as this learner')}>
      <p>
        {t('Good until {time}. It opens in a new tab.', { time: formatDateTime(opened.until) })}
      </p>
      <p className="mt-4">
        <a
          href={opened.address}
          target="_blank"
          rel="noopener noreferrer"
          onClick={onClose}
          className={buttonStyle('primary', 'regular')}
        >
          {t('Open as {name}', { name: learner.name })}
        </a>
      </p>
    </Dialog>
  )
}
