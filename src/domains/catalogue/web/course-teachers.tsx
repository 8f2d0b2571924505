import { t } from '../../../shared/i18n/translate.ts'
import type { Course } from '../contract.ts'

type Teachers = NonNullable<Course['teachers']>

/** Who teaches the course, each with a picture or their initials. */
export function CourseTeachers({ teachers }: { teachers: Teachers }) {
  if (teachers.length === 0) return null
  return (
    <section>
      <h2 className="mt-10 mb-4 text-2xl">
        {teachers.length === 1 ? t('Your teacher') : t('Your teachers')}
      </h2>
      <ul className="grid gap-6">
        {teachers.map((teacher) => (
          <li key={teacher.name} className="flex gap-4">
            <TeacherPicture {...teacher} />
            <div className="min-w-0">
              <h3 className="text-lg">{teacher.name}</h3>
              {teacher.text && (
                <p className="mt-1 max-w-text whitespace-pre-line text-ink-soft">{teacher.text}</p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The initials lie behind the picture and are seen where it does not load. */
function TeacherPicture({ name, picture }: Teachers[number]) {
  return (
    <span className="relative grid size-16 shrink-0 place-items-center overflow-hidden rounded-full bg-marigold font-display text-xl font-semibold text-on-marigold">
      <span aria-hidden="true">{initialsOf(name)}</span>
      {picture && (
        <img
          src={picture}
          alt=""
          width={64}
          height={64}
          loading="lazy"
          decoding="async"
          data-cover=""
          // How the loading went may stand here before the scripts come.
          suppressHydrationWarning
          className="absolute inset-0 size-full object-cover"
        />
      )}
    </span>
  )
}

/** The first letters of the first and the last name. */
function initialsOf(name: string): string {
  const names = name.trim().split(/\s+/)
  const first = names[0] ?? ''
  const last = names.length > 1 ? (names.at(-1) ?? '') : ''
  return [first, last]
    .map((word) => Array.from(word)[0] ?? '')
    .join('')
    .toUpperCase()
}
