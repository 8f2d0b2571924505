import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { msg, t } from '../../../../shared/i18n/translate.ts'
import { Alert } from '../../../../ui/controls/alert.tsx'
import { Skeleton } from '../../../../ui/controls/skeleton.tsx'
import LookPage from '../../../look/web/look-page.tsx'
import { settingsQuery } from '../../../site/web/queries.ts'
import { SettingsPart } from '../../../site/web/settings-part.tsx'
import { WebhookAddress } from '../../../site/web/webhook-address.tsx'
import { NewCourseButtons } from '../../../studio/web/new-course-buttons.tsx'
import { taxSettingsQuery } from '../../../tax/web/tax-queries.ts'
import { TaxSettingsForm } from '../../../tax/web/tax-settings-form.tsx'
import type { ChecklistItem } from '../../check-states.ts'
import type { SetupStep } from '../../first-run.ts'
import { CheckedItemRow } from '../checked-item-row.tsx'
import { checklistQuery } from '../queries.ts'
import { DemoRemoval } from './demo-removal.tsx'
import { stepTitles } from './queries.ts'

const about: Record<SetupStep, string> = {
  name: msg('As they stand on every page, mail and certificate. A logo can wait.'),
  colours: msg(
    'One or two of your own; without them your academy wears those that you see now. Every text stays readable, whatever you choose.',
  ),
  subject: msg('One sentence, which titles, search engines and shared links show.'),
  details: msg('How people reach you, and what the tax office knows of you.'),
  payments: msg(
    'With Razorpay’s keys you are paid; until then everything can be tried in the sandbox. Live keys need a mail server first, which is the next step.',
  ),
  mail: msg('Codes, receipts and invoices go out through your mail server.'),
  course: msg(
    'From nothing: begin a draft. From a file: import a course or a spreadsheet. From a list of links: begin a draft, add a module and paste the list there; each link becomes a lesson.',
  ),
  demo: msg('Sample courses and films that show what an academy looks like.'),
}

/** The forms of other pages, as far as a step needs them. */
const forms: Record<SetupStep, ComponentType> = {
  name: () => (
    <>
      <SettingsPart label={t('Name')} of={['BRAND_NAME']} />
      <LookPage part="logo" />
    </>
  ),
  colours: () => <LookPage part="colours" />,
  subject: () => <SettingsPart label={t(stepTitles.subject)} of={['SUBJECT']} />,
  details: () => <Details />,
  payments: () => (
    <>
      <SettingsPart label={t(stepTitles.payments)} of="payments" />
      <WebhookAddress />
      <Checks items={['payment_keys', 'webhook']} />
    </>
  ),
  mail: () => (
    <>
      <SettingsPart label={t(stepTitles.mail)} of="mail" />
      <Checks items={['mail']} />
    </>
  ),
  course: () => <FirstCourse />,
  demo: () => <DemoRemoval />,
}

export function SetupStepForm({ step }: { step: SetupStep }) {
  const Form = forms[step]
  return (
    <>
      <p className="mt-1 max-w-text text-ink-soft">{t(about[step])}</p>
      <div className={`mt-5 grid gap-6 ${step === 'colours' ? '' : 'max-w-text'}`}>
        <Form />
      </div>
    </>
  )
}

function Details() {
  const { data: tax } = useQuery(taxSettingsQuery)
  const { data: site } = useQuery(settingsQuery)
  const valueOf = (name: string) => site?.settings.find((one) => one.name === name)?.value ?? ''
  const address = valueOf('POSTAL_ADDRESS')
  if (!tax || !site) return <Skeleton label={t('Loading the settings')} className="h-96" />
  // Once what stands above is saved, it is the first guess of what stands below.
  const isNew = tax.since === null
  const legalName = valueOf('BRAND_NAME') || tax.legal_name
  const guessed = { ...tax, legal_name: legalName, address: address || tax.address }
  return (
    <>
      <SettingsPart
        label={t('Contact')}
        of={['POSTAL_ADDRESS', 'SUPPORT_EMAIL', 'SUPPORT_PHONE', 'SUPPORT_HOURS']}
      />
      <TaxSettingsForm settings={isNew ? guessed : tax} isShort />
    </>
  )
}

function FirstCourse() {
  const [failure, setFailure] = useState<string | null>(null)
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <NewCourseButtons onFailure={setFailure} />
      </div>
      {failure !== null && (
        <Alert tone="danger" detail={failure}>
          {t('Failed to begin a draft')}
        </Alert>
      )}
    </>
  )
}

/** What arrives meanwhile, such as a webhook, is seen. */
const lookedAtEveryMs = 5_000

function Checks({ items }: { items: readonly ChecklistItem[] }) {
  const { data } = useQuery({ ...checklistQuery, refetchInterval: lookedAtEveryMs })
  const found = data?.items.filter(({ item }) => items.includes(item)) ?? []
  return (
    <ul className="grid gap-3">
      {found.map((checked) => (
        <CheckedItemRow key={checked.item} checked={checked} />
      ))}
    </ul>
  )
}
