import { AccountPart } from '../../domains/accounts/web/account-part.tsx'
import { MailConsentsForm } from '../../domains/accounts/web/mail-consents-form.tsx'
import { MyComplaints } from '../../domains/complaints/web/my-complaints.tsx'
import { EraseAccount } from '../../domains/privacy/web/erase-account.tsx'
import { KeptData } from '../../domains/privacy/web/kept-data.tsx'
import { TakeData } from '../../domains/privacy/web/take-data.tsx'
import { ChildrenPart } from '../../domains/representatives/web/children-part.tsx'
import { NomineeForm } from '../../domains/representatives/web/nominee-form.tsx'
import { t } from '../../shared/i18n/translate.ts'

/** What concerns a person's data and rights, a part each. */
export default function PrivacyTab() {
  return (
    <div className="grid items-start gap-x-16 gap-y-12 lg:grid-cols-2">
      <KeptData />
      <div className="grid gap-y-12">
        <AccountPart heading={t('What you have agreed to')}>
          <MailConsentsForm />
        </AccountPart>
        <TakeData />
        <AccountPart heading={t('Complaints')}>
          <MyComplaints />
        </AccountPart>
        <AccountPart heading={t('Who may act for you')}>
          <NomineeForm />
        </AccountPart>
        <AccountPart heading={t('Children')}>
          <ChildrenPart />
        </AccountPart>
        <EraseAccount />
      </div>
    </div>
  )
}
