import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { RequestOf, ResponseOf } from '../../../http/endpoint.ts'
import { useMutation } from '../../../http/web/use-mutation.ts'
import { paths } from '../../../paths.ts'
import { formatDateTime } from '../../../shared/format-date.ts'
import { msg, t } from '../../../shared/i18n/translate.ts'
import { formatRupees } from '../../../shared/money.ts'
import { call } from '../../../ui/call.ts'
import { Alert, NoticeAlert } from '../../../ui/controls/alert.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { amountColumn } from '../../../ui/controls/columns.ts'
import type { Column } from '../../../ui/controls/data-table.tsx'
import { Dialog } from '../../../ui/controls/dialog.tsx'
import { PagedTable } from '../../../ui/controls/paged-table.tsx'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { newId } from '../../../ui/drafting/new-id.ts'
import { formatList } from '../../../ui/format-list.ts'
import type { Notice } from '../../../ui/notice.ts'
import { rich } from '../../../ui/rich.tsx'
import { numberOf, textOf, useSaveForm } from '../../../ui/use-save-form.ts'
import type { changeBundle, listAdminBundles } from '../contract.ts'
import { bundlesQuery, offersKey, soldCoursesQuery } from './offer-queries.ts'

type Bundle = ResponseOf<typeof listAdminBundles>['bundles'][number]

/** The bundles; a new one; a change of one; the end of one. */
export function BundlesSection() {
  const client = useQueryClient()
  const found = useInfiniteQuery(bundlesQuery)
  const [edited, setEdited] = useState<{ bundle: Bundle | null } | null>(null)
  const [notice, setNotice] = useState<Notice | null>(null)
  const end = useMutation({
    mutationFn: (id: string) => call('DELETE /admin/bundles/:id', { params: { id } }),
    onMutate: () => setNotice(null),
    onSuccess: () => {
      setNotice({ tone: 'success', text: t('The bundle is off sale.') })
      return client.invalidateQueries({ queryKey: offersKey })
    },
    onError: ({ message }) =>
      setNotice({
        tone: 'danger',
        text: t('The bundle could not be taken off sale: {message}', { message }),
      }),
  })
  return (
    <section aria-labelledby="bundles" className="mt-12">
      <h2 id="bundles" className="text-2xl">
        {t('Bundles')}
      </h2>
      <p className="mt-1 mb-4 max-w-text text-ink-soft">
        {t(
          'Several courses as one order. A bundle is refunded as a whole; who bought it keeps its courses when it goes off sale.',
        )}
      </p>
      <Button variant="secondary" onClick={() => setEdited({ bundle: null })}>
        {t('New bundle')}
      </Button>
      <NoticeAlert className="mt-4" notice={notice} />
      <PagedTable
        noun={t('bundles')}
        found={found}
        rowsOf={({ bundles }) => bundles}
        keyOf={({ id }) => id}
        columns={[
          ...columns,
          actionColumn({
            onEdit: (bundle) => setEdited({ bundle }),
            onEnd: ({ id }) => end.mutate(id),
          }),
        ]}
        empty={{ title: t('No bundles yet'), text: t('A bundle has two courses or more.') }}
      />
      <Dialog
        isOpen={edited !== null}
        onClose={() => setEdited(null)}
        title={edited?.bundle === null ? t('New bundle') : t('Change the bundle')}
        isWide
      >
        {edited !== null && (
          <BundleForm
            bundle={edited.bundle}
            onDone={() => setEdited((now) => (now === edited ? null : now))}
          />
        )}
      </Dialog>
    </section>
  )
}

const columns: Column<Bundle>[] = [
  {
    heading: msg('Title'),
    cell: (bundle) => {
      const { id, title } = bundle
      return isOnSale(bundle) ? (
        <Link to={paths.bundle(id)} className="text-link inline-block max-lg:py-2.5">
          {title}
        </Link>
      ) : (
        title
      )
    },
  },
  {
    heading: msg('Courses'),
    cell: ({ courses }) =>
      courses.map(({ id, title }) => (
        <span key={id} className="block">
          {title}
        </span>
      )),
  },
  {
    heading: msg('One by one'),
    isNumber: true,
    cell: ({ courses }) => formatRupees(courses.reduce((sum, { price }) => sum + price, 0)),
  },
  amountColumn(msg('Price'), ({ price }) => price),
  {
    heading: msg('On sale'),
    cell: tellSale,
  },
]

function isOnSale({ ended_at, courses_off_sale: offSale }: Bundle): boolean {
  return ended_at === null && offSale.length === 0
}

function tellSale({ ended_at, courses, courses_off_sale: offSale }: Bundle): string {
  if (ended_at !== null) return t('until {time}', { time: formatDateTime(ended_at) })
  if (offSale.length === 0) return t('yes')
  const titles = courses.filter(({ id }) => offSale.includes(id)).map(({ title }) => title)
  return t('no: {courses} cannot be bought', { courses: formatList(titles) })
}

interface BundleActions {
  onEdit: (bundle: Bundle) => void
  onEnd: (bundle: Bundle) => void
}

function actionColumn({ onEdit, onEnd }: BundleActions): Column<Bundle> {
  return {
    heading: t('Action'),
    isWide: true,
    cell: (bundle) =>
      bundle.ended_at === null && (
        <span className="flex flex-wrap gap-2">
          <Button variant="secondary" size="small" onClick={() => onEdit(bundle)}>
            {rich('Change<spoken> {title}</spoken>', {
              spoken: <span className="sr-only" />,
              title: bundle.title,
            })}
          </Button>
          <Button variant="secondary" size="small" onClick={() => onEnd(bundle)}>
            {rich('Take off sale<spoken> {title}</spoken>', {
              spoken: <span className="sr-only" />,
              title: bundle.title,
            })}
          </Button>
        </span>
      ),
  }
}

type BundleInput = RequestOf<typeof changeBundle>['body']

/** As a new bundle of this id; a repeated call makes none. */
async function sellBundle(id: string, input: BundleInput): Promise<Bundle> {
  const made = await call('POST /admin/bundles', { body: { ...input, id } })
  const { title, description, price, courses } = made
  const isAsWritten =
    title === input.title &&
    description === input.description &&
    price === input.price &&
    courses.map((course) => course.id).join() === input.course_ids.join()
  // An earlier call has arrived whose answer was lost: what was written since counts.
  return isAsWritten ? made : saveBundle(id, input)
}

function saveBundle(id: string, body: BundleInput): Promise<Bundle> {
  return call('PUT /admin/bundles/:id', { params: { id }, body })
}

/** @param bundle Null: a new one. */
function BundleForm({ bundle, onDone }: { bundle: Bundle | null; onDone: () => void }) {
  const client = useQueryClient()
  const { data: sold = [], isError } = useQuery(soldCoursesQuery)
  const offSale = bundle?.courses_off_sale ?? []
  // What is in the bundle can be taken out, also if it is not in the list of courses any more.
  const isListed = new Set(sold.map(({ id }) => id))
  const courses = [...(bundle?.courses ?? []).filter(({ id }) => !isListed.has(id)), ...sold]
  // Kept over a second try, so that a lost answer does not make two.
  const [newBundleId] = useState(newId)
  const [chosen, setChosen] = useState<readonly string[]>(bundle?.courses.map(({ id }) => id) ?? [])
  const { submit, isBusy, errorAt, field, failure } = useSaveForm({
    save: (form) => {
      const body = {
        title: textOf(form, 'title'),
        description: textOf(form, 'description'),
        price: numberOf(form, 'price') ?? 0,
        course_ids: [...chosen],
      }
      if (bundle === null) return sellBundle(newBundleId, body)
      const { id, title, description, price } = bundle
      const before = { title, description, price, course_ids: bundle.courses.map(({ id }) => id) }
      return saveBundle(id, { ...body, before })
    },
    onSaved: () => {
      onDone()
      return client.invalidateQueries({ queryKey: offersKey })
    },
  })
  const oneByOne = courses
    .filter(({ id }) => chosen.includes(id))
    .reduce((sum, { price }) => sum + price, 0)
  const coursesError = isError
    ? t('The courses cannot be shown right now. Please try again.')
    : errorAt('course_ids', ...chosen.map((_, position) => `course_ids.${position}`))
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <TextField
        label={t('Title')}
        {...field('title')}
        defaultValue={bundle?.title}
        maxLength={200}
      />
      <TextArea
        label={t('Description')}
        {...field('description')}
        defaultValue={bundle?.description}
        isOptional
      />
      <fieldset>
        <legend className="mb-1 font-medium">
          {t('Its courses, in the order in which you choose')}
        </legend>
        <div className="grid max-h-64 gap-1 overflow-y-auto">
          {courses.map(({ id, title, price }) => (
            <label key={id} className="flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                className="size-5 shrink-0 accent-rani"
                checked={chosen.includes(id)}
                onChange={({ target }) =>
                  setChosen(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
                }
              />
              {offSale.includes(id)
                ? t('{title}, cannot be bought now', { title })
                : `${title}, ${formatRupees(price)}`}
            </label>
          ))}
        </div>
        {coursesError !== undefined && (
          <p role="alert" className="mt-1 text-sm font-medium text-danger">
            {coursesError}
          </p>
        )}
      </fieldset>
      <TextField
        label={t('Price, rupees')}
        {...field('price')}
        inputMode="numeric"
        hint={t('One by one they cost {oneByOne}.', { oneByOne: formatRupees(oneByOne) })}
        defaultValue={bundle?.price}
      />
      <Alert tone="danger">{failure}</Alert>
      <p className="flex justify-end">
        <Button type="submit" isBusy={isBusy}>
          {bundle === null ? t('Put it on sale') : t('Save')}
        </Button>
      </p>
    </form>
  )
}
