import { useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '../../../http/endpoint.ts'
import { msg, t } from '../../../shared/i18n/translate.ts'
import { countColumn } from '../../../ui/controls/columns.ts'
import { type Column, DataTable } from '../../../ui/controls/data-table.tsx'
import type { getCompletion } from '../contract.ts'
import { completionQuery } from './analytics-queries.ts'
import { FigureBlock, Loaded } from './figure-block.tsx'
import { SaveCsvButton } from './save-csv-button.tsx'

type Row = ResponseOf<typeof getCompletion>['courses'][number]

/** How far learners get with each course. */
export function CompletionBlock() {
  return (
    <FigureBlock
      title={t('Completion')}
      hint={t('Of all times. Who only watched a free lesson has started, too.')}
      controls={<SaveCsvButton name="completion" />}
    >
      <Loaded noun={t('completion')} found={useQuery(completionQuery)}>
        {({ courses }) =>
          courses.length === 0 ? (
            <p className="text-ink-soft">{t('No course is on sale yet.')}</p>
          ) : (
            <DataTable
              caption={t('Completion by course')}
              columns={columns}
              rows={courses}
              keyOf={({ course_id }) => course_id}
            />
          )
        }
      </Loaded>
    </FigureBlock>
  )
}

const columns: Column<Row>[] = [
  { heading: msg('Course'), cell: ({ title }) => title, isWide: true },
  countColumn(msg('Have it'), ({ owners }) => owners),
  countColumn(msg('Started'), ({ started }) => started),
  countColumn(msg('Completed'), ({ completed }) => completed),
  {
    heading: msg('Of those who started'),
    cell: ({ started, completed }) =>
      started === 0 ? '–' : `${((completed / started) * 100).toFixed(1)}%`,
    isNumber: true,
  },
]
