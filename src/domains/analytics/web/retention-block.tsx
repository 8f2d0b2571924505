import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { ResponseOf } from '../../../http/endpoint.ts'
import { msg, t } from '../../../shared/i18n/translate.ts'
import { type Column, DataTable } from '../../../ui/controls/data-table.tsx'
import { SelectField } from '../../../ui/controls/select-field.tsx'
import type { getRetention } from '../contract.ts'
import { completionQuery, lessonsQuery, retentionQuery } from './analytics-queries.ts'
import { Chart } from './chart.tsx'
import type { ChartPlan } from './draw-chart.ts'
import { FigureBlock, Loaded, Numbers } from './figure-block.tsx'
import { SaveCsvButton } from './save-csv-button.tsx'
import { clock } from './short-labels.ts'

type Retention = ResponseOf<typeof getRetention>
type Part = Retention['parts'][number]

/** Where learners of a lesson stay and where they leave. */
export function RetentionBlock() {
  return (
    <FigureBlock
      title={t('Retention')}
      hint={t(
        'How many of those who opened a lesson played each part of it. A learner counts once, however often they watch.',
      )}
    >
      <Loaded noun={t('courses')} found={useQuery(completionQuery)}>
        {({ courses }) =>
          courses.length === 0 ? (
            <p className="text-ink-soft">{t('No course is on sale yet.')}</p>
          ) : (
            <ChosenCourse
              courses={courses.map(({ course_id, title }) => ({ value: course_id, label: title }))}
            />
          )
        }
      </Loaded>
    </FigureBlock>
  )
}

function ChosenCourse({ courses }: { courses: { value: string; label: string }[] }) {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('course')
  const chosen = courses.find(({ value }) => value === asked)?.value ?? courses[0]?.value ?? ''
  const lessons = useQuery(lessonsQuery(chosen))
  const choose = (name: 'course' | 'lesson', value: string): void => {
    setSearch(
      (before) => {
        before.set(name, value)
        if (name === 'course') before.delete('lesson')
        return before
      },
      { replace: true, preventScrollReset: true },
    )
  }
  return (
    <>
      <SelectField
        label={t('Course')}
        options={courses}
        value={chosen}
        onChange={(event) => choose('course', event.target.value)}
      />
      <div className="mt-3">
        <Loaded noun={t('lessons')} found={lessons}>
          {({ lessons }) => {
            const first = lessons.find(({ learners }) => learners > 0) ?? lessons[0]
            const lesson =
              lessons.find(({ video_id }) => video_id === search.get('lesson')) ?? first
            if (!lesson)
              return <p className="text-ink-soft">{t('This course has no lessons yet.')}</p>
            const options = lessons.map(({ video_id, title, learners }) => ({
              value: video_id,
              label: `${title} (${learners.toLocaleString('en-IN')})`,
            }))
            return (
              <>
                <SelectField
                  label={t('Lesson')}
                  hint={t('In brackets: how many learners opened it.')}
                  options={options}
                  value={lesson.video_id}
                  onChange={(event) => choose('lesson', event.target.value)}
                />
                <ChosenLesson key={lesson.video_id} videoId={lesson.video_id} />
              </>
            )
          }}
        </Loaded>
      </div>
    </>
  )
}

function ChosenLesson({ videoId }: { videoId: string }) {
  return (
    <div className="mt-4">
      <Loaded noun={t('retention')} found={useQuery(retentionQuery(videoId))}>
        {(retention) =>
          retention.parts.length === 0 ? (
            <p className="text-ink-soft">{t('Nobody has played this lesson yet.')}</p>
          ) : (
            <Curve retention={retention} videoId={videoId} />
          )
        }
      </Loaded>
    </div>
  )
}

function Curve({ retention, videoId }: { retention: Retention; videoId: string }) {
  const { title, learners, parts, part_in_seconds: seconds } = retention
  const plan = useMemo(() => planOf(retention), [retention])
  const told = describeCurve(parts)
  return (
    <>
      <p className="text-sm">
        {t('{count, plural, one {# learner} other {# learners}} opened the lesson.', {
          count: learners,
        })}{' '}
        {told}
      </p>
      <Chart plan={plan} />
      <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-ink-soft">
          {seconds === 1
            ? t('Second by second.')
            : t('In parts of {seconds} seconds.', { seconds })}
        </p>
        <SaveCsvButton name="retention" query={{ video_id: videoId }} />
      </div>
      <Numbers>
        <DataTable
          caption={t('Retention of {title}', { title })}
          columns={columns}
          rows={parts}
          keyOf={({ from_in_seconds }) => String(from_in_seconds)}
          narrow="rows"
        />
      </Numbers>
    </>
  )
}

function describeCurve(parts: Part[]): string {
  const half = parts.find(({ share }) => share < 0.5)
  const end = percent(parts.at(-1)?.share ?? 0)
  return half
    ? t('At {time} less than half of them are there, at the end {end}.', {
        time: clock(half.from_in_seconds),
        end,
      })
    : t('At the end {end} are there.', { end })
}

const percent = (share: number): string => `${Math.round(share * 100)}%`

const columns: Column<Part>[] = [
  { heading: msg('From'), cell: ({ from_in_seconds }) => clock(from_in_seconds) },
  { heading: msg('Learners'), cell: ({ learners }) => learners, isNumber: true },
  { heading: msg('Of those who opened it'), cell: ({ share }) => percent(share), isNumber: true },
]

function planOf({ title, learners, parts }: Retention): ChartPlan {
  return {
    name: t('Retention of {title}: {learners} opened it. {curve} The table below has every part.', {
      title,
      learners,
      curve: describeCurve(parts),
    }),
    kind: 'area',
    series: [
      { label: t('Learners'), color: '--color-rani', values: parts.map(({ share }) => share) },
    ],
    nameX: (x) => clock(parts[x]?.from_in_seconds ?? 0),
    nameY: percent,
    highest: 1,
  }
}
