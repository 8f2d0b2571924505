import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { ResponseOf } from '../../../http/endpoint.ts'
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
      title="Retention"
      hint="How many of those who opened a lesson played each part of it. A learner counts once, however often they watch."
    >
      <Loaded noun="courses" found={useQuery(completionQuery)}>
        {({ courses }) =>
          courses.length === 0 ? (
            <p className="text-ink-soft">No course is on sale yet.</p>
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
        label="Course"
        options={courses}
        value={chosen}
        onChange={(event) => choose('course', event.target.value)}
      />
      <div className="mt-3">
        <Loaded noun="lessons" found={lessons}>
          {({ lessons }) => {
            const first = lessons.find(({ learners }) => learners > 0) ?? lessons[0]
            const lesson =
              lessons.find(({ video_id }) => video_id === search.get('lesson')) ?? first
            if (!lesson) return <p className="text-ink-soft">This course has no lessons yet.</p>
            const options = lessons.map(({ video_id, title, learners }) => ({
              value: video_id,
              label: `${title} (${learners.toLocaleString('en-IN')})`,
            }))
            return (
              <>
                <SelectField
                  label="Lesson"
                  hint="In brackets: how many learners opened it."
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
      <Loaded noun="retention" found={useQuery(retentionQuery(videoId))}>
        {(retention) =>
          retention.parts.length === 0 ? (
            <p className="text-ink-soft">Nobody has played this lesson yet.</p>
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
        {learners.toLocaleString('en-IN')} {learners === 1 ? 'learner' : 'learners'} opened the
        lesson. {told}
      </p>
      <Chart plan={plan} />
      <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-ink-soft">
          {seconds === 1 ? 'Second by second.' : `In parts of ${seconds} seconds.`}
        </p>
        <SaveCsvButton name="retention" query={{ video_id: videoId }} />
      </div>
      <Numbers>
        <DataTable
          caption={`Retention of ${title}`}
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
    ? `At ${clock(half.from_in_seconds)} less than half of them are there, at the end ${end}.`
    : `At the end ${end} are there.`
}

const percent = (share: number): string => `${Math.round(share * 100)}%`

const columns: Column<Part>[] = [
  { heading: 'From', cell: ({ from_in_seconds }) => clock(from_in_seconds) },
  { heading: 'Learners', cell: ({ learners }) => learners, isNumber: true },
  { heading: 'Of those who opened it', cell: ({ share }) => percent(share), isNumber: true },
]

function planOf({ title, learners, parts }: Retention): ChartPlan {
  return {
    name: `Retention of ${title}: ${learners} opened it. ${describeCurve(parts)} The table below has every part.`,
    kind: 'area',
    series: [{ label: 'Learners', color: '--color-rani', values: parts.map(({ share }) => share) }],
    nameX: (x) => clock(parts[x]?.from_in_seconds ?? 0),
    nameY: percent,
    highest: 1,
  }
}
