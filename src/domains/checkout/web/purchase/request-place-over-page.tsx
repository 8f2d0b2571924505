import { createRoot } from 'react-dom/client'
import type { ApiError } from '../../../../http/api-client.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { PlaceDialog } from './place-dialog.tsx'

/**
 * Asks over the page, whatever page it is, for what the invoice has to hold of the buyer: the flow that
 * needs to know comes after the page and stands in none of its parts. Resolves to false if the buyer did
 * not say.
 */
export async function requestPlaceOverPage(refusal: ApiError): Promise<boolean> {
  const about = refusal.code === 'buyer_details_missing' && {
    title: t('For your invoice'),
    purpose: refusal.message,
    isAddressWanted: true,
  }
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  const isSaid = await new Promise<boolean>((resolve) => {
    root.render(<PlaceDialog {...about} confirmLabel={t('Go to the payment')} onEnd={resolve} />)
  })
  root.unmount()
  place.remove()
  return isSaid
}
