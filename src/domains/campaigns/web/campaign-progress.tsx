import { Link } from 'react-router'
import { useMutation } from '../../../http/web/use-mutation.ts'
import { paths } from '../../../paths.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import { ActionButton } from '../../../ui/controls/action-button.tsx'
import { Alert } from '../../../ui/controls/alert.tsx'
import { ProgressBar } from '../../../ui/controls/progress-bar.tsx'
import { rich } from '../../../ui/rich.tsx'
import { learnerPaths } from '../../learners/learner-paths.ts'
import type { Campaign } from '../contract.ts'
import { audienceLabel, lossesLabel, progressLabel, stateNames } from './campaign-labels.ts'
import { useStoreCampaign } from './use-store-campaign.ts'

/** To whom a letter goes and how far it is; until it begins it can be cancelled. */
export function CampaignProgress({ letter }: { letter: Campaign }) {
  const take = useStoreCampaign()
  const cancel = useMutation({
    mutationFn: () => call('POST /admin/letters/:id/cancel', { params: { id: letter.id } }),
    onSuccess: take,
  })
  const { state, people, mailed, left_out: leftOut, is_counted: isCounted } = letter
  return (
    <div className="mt-3 max-w-text">
      <p className="text-ink-soft">{audienceLabel(letter)}</p>
      <output className="mt-2 block">
        <strong>{t(stateNames[state])}</strong>. {progressLabel(letter)}
      </output>
      {state === 'sending' && isCounted && people > 0 && (
        <div className="mt-3">
          <ProgressBar
            label={t('How far the campaign is')}
            percent={((mailed + leftOut) / people) * 100}
          />
        </div>
      )}
      {letter.has_stopped && <WhyStopped />}
      {lossesLabel(letter).map((sentence) => (
        <div key={sentence} className="mt-3">
          <Alert tone="warning">{sentence}</Alert>
        </div>
      ))}
      <NotArrived mails={letter.not_arrived} />
      {state === 'scheduled' && (
        <ActionButton variant="secondary" className="mt-4" action={cancel}>
          {t('Cancel sending')}
        </ActionButton>
      )}
      <Alert className="mt-4" tone="danger">
        {cancel.error?.message}
      </Alert>
    </div>
  )
}

function WhyStopped() {
  return (
    <Alert
      className="mt-3"
      tone="danger"
      detail={
        <>
          {rich(
            'It goes on by itself once mails go again. Whether the mail server takes any, the <link>checklist</link> finds out; what else failed is in the log of the server.',
            { link: <Link to={`${paths.admin}/checklist`} className="text-link" /> },
          )}
        </>
      }
    >
      {t('This campaign has stopped: for an hour nobody got it.')}
    </Alert>
  )
}

/** Who was to get them, each with the way to their page, where a wrong address is put right. */
function NotArrived({ mails }: { mails: Campaign['not_arrived'] }) {
  if (mails.length === 0) return null
  return (
    <details className="mt-3">
      <summary className="cursor-pointer py-3 font-medium lg:py-1.5">
        {t('Who did not get it')}
      </summary>
      <ul className="grid gap-2 border-s-2 border-line ps-4">
        {mails.map(({ user_id: id, email, reason, may_have_arrived: isUnsure }) => (
          <li key={email} className="wrap-anywhere">
            {id === null ? (
              email
            ) : (
              <Link
                to={`${learnerPaths.learners}?person=${id}`}
                className="text-link inline-block max-lg:py-2.5"
              >
                {email}
              </Link>
            )}
            <span className="block text-sm text-ink-soft">
              {isUnsure && <>{t('It may have arrived.')} </>}
              {reason}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
