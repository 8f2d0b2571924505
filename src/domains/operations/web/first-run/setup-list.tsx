import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { t } from '../../../../shared/i18n/translate.ts'
import { StateIcon } from '../state-icon.tsx'
import { firstRunQuery, setupPath, stepTitles } from './queries.ts'

/** The steps of the set-up on the checklist: what was left out is found again. */
export function SetupList() {
  const { data } = useQuery({ ...firstRunQuery, refetchOnMount: 'always' })
  return (
    <section aria-labelledby="setup" className="mt-10 min-h-56">
      <h2 id="setup" className="text-2xl">
        {t('The set-up, step by step')}
      </h2>
      <ol className="mt-3 grid gap-x-6 gap-y-1 sm:grid-cols-2">
        {data?.steps.map(({ step, is_done: isDone }) => (
          <li key={step} className="flex items-center gap-2">
            <StateIcon state={isDone ? 'ok' : 'todo'} />
            <Link to={setupPath(step)} className="text-link py-1.5">
              {t(stepTitles[step])}
            </Link>
            <span className="sr-only">{isDone ? t('Ready') : t('To do')}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
