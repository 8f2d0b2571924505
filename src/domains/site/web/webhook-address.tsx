import { useState } from 'react'
import { t } from '../../../shared/i18n/translate.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { rich } from '../../../ui/rich.tsx'
import { useSite } from '../../../ui/site.ts'

/** What is typed at Razorpay, so that it tells of payments by itself. */
export function WebhookAddress() {
  const { publicUrl } = useSite()
  const address = new URL('/api/payment/webhook', publicUrl).href
  const [isCopied, setIsCopied] = useState(false)
  return (
    <p className="mt-2 wrap-anywhere">
      {rich('At Razorpay, let webhooks go to {address}.', {
        address: <code>{address}</code>,
      })}{' '}
      <Button
        variant="secondary"
        size="small"
        // Without https a browser may have no clipboard; the address can be marked by hand.
        onClick={() => void navigator.clipboard?.writeText(address).then(() => setIsCopied(true))}
      >
        {t('Copy the address')}
      </Button>
      <output className="ms-2 text-sm text-leaf">{isCopied && t('Copied')}</output>
    </p>
  )
}
