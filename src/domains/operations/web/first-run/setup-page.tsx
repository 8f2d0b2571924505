import { useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useMutation } from '../../../../http/web/use-mutation.ts'
import { paths } from '../../../../paths.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { LinkButton } from '../../../../ui/controls/link-button.tsx'
import { Skeleton } from '../../../../ui/controls/skeleton.tsx'
import { LoadFailure } from '../../../../ui/load-failure.tsx'
import { checklistQuery } from '../queries.ts'
import { OpenForSale } from './open-for-sale.tsx'
import { type FirstRun, firstRunQuery, setState, setupPath, stepTitles } from './queries.ts'
import { SetupStepForm } from './setup-step-form.tsx'

/** The short way through a new academy: a step at a time, each of which can be left out. */
export default function SetupPage() {
  const { data, isError, isFetching, isFetchedAfterMount, refetch } = useQuery({
    ...firstRunQuery,
    refetchOnMount: 'always', // one may come from the page on which a step was done
  })
  const saving = useIsMutating()
  // What was just saved may have done a step.
  useEffect(() => {
    if (saving === 0) void refetch()
  }, [saving, refetch])
  if (data && isFetchedAfterMount) return <Setup firstRun={data} />
  if (!isError) return <Skeleton label={t('Loading the page')} className="h-96" />
  return (
    <LoadFailure sentence={t('The set-up could not be loaded.')} of={{ isFetching, refetch }} />
  )
}

function Setup({ firstRun: { state, steps } }: { firstRun: FirstRun }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [search, setSearch] = useSearchParams()
  const asked = search.get('step')
  const at = steps.findIndex(({ step }) => step === asked)
  const isKnown = at !== -1 || asked === 'end'
  const firstOpen = steps.find((one) => !one.is_done)?.step ?? 'end'
  const { mutate: note } = useMutation({
    mutationFn: setState,
    onMutate: () => window.location.href,
    onSuccess: (answer, _, from) => {
      client.setQueryData(firstRunQuery.queryKey, answer)
      void client.invalidateQueries({ queryKey: checklistQuery.queryKey })
      if (answer.state === 'closed' && window.location.href === from) void navigate(paths.admin)
    },
  })
  useEffect(() => {
    if (state === 'new') note('open')
  }, [state, note])
  // The step stays in the address, also once it is done.
  useEffect(() => {
    if (!isKnown) setSearch({ step: firstOpen }, { replace: true })
  }, [isKnown, firstOpen, setSearch])
  if (!isKnown) return null
  const shown = steps[at]
  return (
    <>
      <StepMarks steps={steps} at={at} />
      <section aria-labelledby="setup-step" className="mt-6">
        <h2 id="setup-step" className="text-2xl">
          {shown ? t(stepTitles[shown.step]) : t('Open for sale')}
        </h2>
        {shown ? (
          <SetupStepForm key={shown.step} step={shown.step} />
        ) : (
          <OpenForSale steps={steps} />
        )}
        <div className="mt-8 flex flex-wrap items-center gap-3 border-t border-line pt-5">
          {at !== 0 && (
            <LinkButton variant="secondary" to={setupPath(steps.at(at === -1 ? -1 : at - 1)?.step)}>
              {t('Back')}
            </LinkButton>
          )}
          {shown && (
            <LinkButton
              variant={shown.is_done ? 'primary' : 'secondary'}
              to={setupPath(steps[at + 1]?.step ?? 'end')}
              reloadDocument // the new page wears what was just chosen
            >
              {shown.is_done ? t('Next') : t('Skip for now')}
            </LinkButton>
          )}
          {shown ? (
            <Button variant="quiet" onClick={() => note('closed')}>
              {t('Leave the set-up')}
            </Button>
          ) : (
            <Button onClick={() => note('closed')}>{t('Done')}</Button>
          )}
        </div>
        <p className="mt-3 text-sm text-ink-soft">
          {t('Every step can be left out. All of them stand in the checklist as well.')}
        </p>
      </section>
    </>
  )
}

function StepMarks({ steps, at }: { steps: FirstRun['steps']; at: number }) {
  return (
    <nav aria-label={t('Steps')}>
      <p className="text-ink-soft tabular-nums">
        {at === -1
          ? t('{done} of {all} steps are done', {
              done: steps.filter((one) => one.is_done).length,
              all: steps.length,
            })
          : t('{step} of {all}', { step: at + 1, all: steps.length })}
      </p>
      <ol className="mt-2 flex flex-wrap gap-1">
        {steps.map(({ step, is_done: isDone }, index) => (
          <li key={step}>
            <Link
              to={setupPath(step)}
              aria-current={index === at ? 'step' : undefined}
              aria-label={
                isDone
                  ? t('{title}: done', { title: t(stepTitles[step]) })
                  : t('{step}, {title}: to do', { step: index + 1, title: t(stepTitles[step]) })
              }
              className={`grid size-9 place-items-center rounded-full border text-sm font-medium tabular-nums ${index === at ? 'border-transparent bg-marigold text-on-marigold' : 'border-edge hover:bg-wash'}`}
            >
              {isDone ? '✓' : index + 1}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
