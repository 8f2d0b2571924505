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
  /** Also while its answer is on the way: a pause and Enter ask once together. */
  const asked = useRef(search)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)

  // Also of a list without what was on its way: something else was pressed.
  useEffect(() => {
    asked.current = query.search
  }, [query])
  // Back, and 'Show all courses', change what is searched; what is being typed stays.
  useEffect(() => {
    if (field.current && field.current !== document.activeElement) field.current.value = search
  }, [search])
  // A way elsewhere ends the pause: else the search would take back what was pressed meanwhile.
  useEffect(() => {
    const end = () => clearTimeout(pause.current)
    const endByPress = ({ target, defaultPrevented: isFollowed }: MouseEvent) => {
      if (isFollowed || (target as Element).closest('li button')) end()
    }
    addEventListener('click', endByPress)
    addEventListener('popstate', end)
    return () => {
      end()
      removeEventListener('click', endByPress)
      removeEventListener('popstate', end)
    }
  }, [])

  const find = (replace: boolean) => {
    clearTimeout(pause.current)
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
              clearTimeout(pause.current)
              pause.current = setTimeout(() => find(true), pauseInMs)
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
