import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { t } from '../../../../shared/i18n/translate.ts'
import { Alert } from '../../../../ui/controls/alert.tsx'
import { Skeleton } from '../../../../ui/controls/skeleton.tsx'
import type { ChecklistItem } from '../../check-states.ts'
import { checkedTitles } from '../checked-item-row.tsx'
import { checklistQuery } from '../queries.ts'
import { StateIcon } from '../state-icon.tsx'
import { type FirstRun, setupPath } from './queries.ts'

/** Where each point is put right; the others on the checklist itself. */
const places: Partial<Record<ChecklistItem, string>> = {
  mail: setupPath('mail'),
  payment_keys: setupPath('payments'),
  webhook: setupPath('payments'),
  brand: setupPath('details'),
  tax: setupPath('details'),
}

/** Without these nobody can buy; the others are wise. */
const needed: ReadonlySet<ChecklistItem> = new Set(['payment_keys', 'mail', 'https'])

/** What still stands between the academy and its first sale, by the checklist. */
export function OpenForSale({ steps }: { steps: FirstRun['steps'] }) {
  const { data } = useQuery({ ...checklistQuery, refetchOnMount: 'always' })
  if (!data) return <Skeleton label={t('Loading the checklist')} className="mt-4 h-96" />
  const hasCourse = steps.some(({ step, is_done: isDone }) => step === 'course' && isDone)
  const missing = data.items.filter(({ state }) => state !== 'ok')
  const isNeeded = ({ item }: (typeof missing)[number]) => needed.has(item)
  const neededTitles = [
    ...(hasCourse ? [] : [t('A course')]),
    ...missing.filter(isNeeded).map(({ item }) => t(checkedTitles[item])),
  ]
  const isOpen = neededTitles.length === 0
  return (
    <div className="mt-4 grid max-w-text gap-4">
      <Alert tone={isOpen ? 'success' : 'warning'}>
        {isOpen
          ? t('Your academy is open: people can find your course, pay and learn.')
          : t('Nobody can buy yet. Before that: {list}.', { list: neededTitles.join(', ') })}
      </Alert>
      {(missing.length > 0 || !hasCourse) && (
        <>
          <h3 className="text-lg">{t('What is still missing')}</h3>
          <ul className="grid gap-3">
            {!hasCourse && (
              <Missing state="todo" title={t('A course')} to={setupPath('course')}>
                {t('No course of your own is on sale yet.')}
              </Missing>
            )}
            {missing
              .toSorted((a, b) => Number(isNeeded(b)) - Number(isNeeded(a)))
              .map(({ item, state, sentence }) => (
                <Missing
                  key={item}
                  state={state}
                  title={t(checkedTitles[item])}
                  to={places[item] ?? '/admin/checklist'}
                >
                  {sentence}
                </Missing>
              ))}
          </ul>
        </>
      )}
    </div>
  )
}

interface MissingProps {
  state: ComponentProps<typeof StateIcon>['state']
  title: string
  to: string
  children: string
}

function Missing({ state, title, to, children }: MissingProps) {
  return (
    <li className="grid grid-cols-[auto_1fr] gap-x-3">
      <StateIcon state={state} />
      <div className="min-w-0">
        <Link to={to} className="text-link inline-block py-0.5 font-medium">
          {title}
        </Link>
        <p className="wrap-anywhere text-ink-soft">{children}</p>
      </div>
    </li>
  )
}
