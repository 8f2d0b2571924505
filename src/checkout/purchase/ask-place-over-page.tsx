import { createRoot } from 'react-dom/client'
import { PlaceDialog } from './place-dialog.tsx'

/**
 * Asks over the page, whatever page it is, where the buyer is: the flow that needs to know comes
 * after the page and stands in none of its parts. Resolves to false if the buyer did not say.
 */
export async function askPlaceOverPage(): Promise<boolean> {
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  const isSaid = await new Promise<boolean>((resolve) => {
    root.render(<PlaceDialog confirmLabel="Go to the payment" onEnd={resolve} />)
  })
  root.unmount()
  place.remove()
  return isSaid
}
