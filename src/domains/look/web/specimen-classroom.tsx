import { t } from '../../../shared/i18n/translate.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ProgressBar } from '../../../ui/controls/progress-bar.tsx'

/** What a classroom is made of, about nothing: the real one is a learner's own. */
export function SpecimenClassroom() {
  const lessons = [1, 2, 3, 4].map((number) => t('Lesson {number}', { number }))
  return (
    <main className="page-width grid gap-6 py-6">
      <div className="relative grid aspect-video place-items-center rounded-lg bg-scrim">
        <span className="rounded-full bg-marigold px-6 py-3 font-semibold text-on-marigold">
          {t('Play')}
        </span>
        <span
          style={{ margin: '1rem' }}
          className="absolute inset-x-0 bottom-0 h-1.5 rounded-full bg-on-scrim/25"
        >
          <span className="block h-full w-1/3 rounded-full bg-marigold" />
        </span>
      </div>
      <div>
        <h1 className="mb-3 text-2xl">{lessons[1]}</h1>
        <ProgressBar percent={40} label={t('Progress in this course')} />
        <div className="mt-4 flex flex-wrap gap-3">
          <Button>{t('Next lesson')}</Button>
          <Button variant="secondary">{t('Notes')}</Button>
        </div>
      </div>
      <ol className="divide-y divide-line rounded-md border border-line bg-sheet">
        {lessons.map((name, at) => (
          <li
            key={name}
            className={`flex gap-3 border-s-4 px-3 py-2.5 ${at === 1 ? 'border-marigold bg-wash font-medium' : 'border-transparent'}`}
          >
            <span
              aria-hidden="true"
              className={`mt-1 size-5 rounded-full ${at === 0 ? 'bg-leaf' : 'border-2 border-edge'}`}
            />
            {name}
            <span className="ms-auto text-sm text-ink-soft">12:34</span>
          </li>
        ))}
      </ol>
    </main>
  )
}
