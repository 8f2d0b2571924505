import { type SubmitEvent, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { type CourseQuery, paths } from '../../../paths.ts'
import { languagePath } from '../../../shared/i18n/language.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { buttonStyle } from '../../../ui/controls/button-style.ts'
import { inputStyle } from '../../../ui/controls/input-style.ts'

const pauseInMs = 250

/** Longer than any title; what comes after it is not searched. */
export const longestSearch = 100

/** Searches while one types. Without scripts it is an ordinary form, sent by its button. */
export function CourseSearch({ query }: { query: CourseQuery }) {
  const { search, language, level } = query
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Also while its answer is on the way: a pause and Enter ask once together. */
  const asked = useRef(search)

  // Back, and 'Show all courses', change what is searched; what is being typed stays.
  useEffect(() => {
    asked.current = search
    if (field.current && field.current !== document.activeElement) field.current.value = search
  }, [search])
  useEffect(() => () => clearTimeout(timer.current), [])

  const find = (replace: boolean) => {
    clearTimeout(timer.current)
    const text = field.current?.value.trim() ?? ''
    if (text !== asked.current) {
      asked.current = text
      void navigate(paths.coursesFound({ ...query, search: text }), {
        replace,
        preventScrollReset: true,
      })
    }
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    find(false)
  }
  return (
    <search className="mt-6 block max-w-text">
      <form action={languagePath(paths.courses)} onSubmit={submit}>
        {language !== '' && <input type="hidden" name="language" value={language} />}
        {level !== '' && <input type="hidden" name="level" value={level} />}
        <label htmlFor="search" className="mb-1 block font-medium">
          {t('Search courses')}
        </label>
        <div className="flex flex-wrap gap-2">
          <input
            ref={field}
            id="search"
            name="search"
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            maxLength={longestSearch}
            defaultValue={search}
            onChange={() => {
              clearTimeout(timer.current)
              timer.current = setTimeout(() => find(true), pauseInMs)
            }}
            className={`${inputStyle} w-auto! min-w-0 grow basis-40`}
          />
          {/* No <button>: those wait for the scripts, and this works without them. */}
          <input
            type="submit"
            value={t('Search')}
            className={`${buttonStyle('secondary')} grow-0`}
          />
        </div>
      </form>
    </search>
  )
}
