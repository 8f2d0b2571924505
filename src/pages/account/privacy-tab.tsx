import { EraseAccount } from '../../domains/privacy/web/erase-account.tsx'
import { KeptData } from '../../domains/privacy/web/kept-data.tsx'
import { TakeData } from '../../domains/privacy/web/take-data.tsx'

/** “Your data”: each part of it is a line. */
export function PrivacyTab() {
  return (
    <div className="grid gap-12">
      <KeptData />
      <TakeData />
      <EraseAccount />
    </div>
  )
}
