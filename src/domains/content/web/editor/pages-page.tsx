import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { paths } from '../../../../paths.ts'
import { formatDateTime } from '../../../../shared/format-date.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { call } from '../../../../ui/call.ts'
import { Alert } from '../../../../ui/controls/alert.tsx'
import { Badge } from '../../../../ui/controls/badge.tsx'
import { Button } from '../../../../ui/controls/button.tsx'
import { FormFold } from '../../../../ui/controls/form-fold.tsx'
import { Skeleton } from '../../../../ui/controls/skeleton.tsx'
import { TextField } from '../../../../ui/controls/text-field.tsx'
import { LoadFailure } from '../../../../ui/load-failure.tsx'
import { readSession } from '../../../../ui/session.ts'
import { textOf, useSaveForm } from '../../../../ui/use-save-form.ts'
import { PageEditor } from './page-editor.tsx'
import {
  editorPath,
  type ListedPage,
  openPage,
  type PageDraft,
  pageDraftQuery,
  pagesQuery,
  titleOf,
} from './page-queries.ts'

/** All pages of the academy, or the editor of the one that the address names. */
export default function PagesPage() {
  const [search] = useSearchParams()
  const address = search.get('page')
  const { data, error, isFetching, refetch } = useQuery(pagesQuery)
  if (!data) {
    if (!error) return <Skeleton label={t('Loading the pages')} className="h-96" />
    return <LoadFailure sentence={error.message} of={{ isFetching, refetch }} />
  }
  const page = data.find((one) => one.address === address)
  if (address === null) return <PageList pages={data} />
  return (
    <>
      <p className="mb-4 text-sm">
        <Link to={`${paths.admin}/pages`} className="text-link inline-block py-1">
          {t('All pages')}
        </Link>
        {page && page.path !== null && (page.published || page.is_specified) && (
          <>
            {' · '}
            <Link to={page.path} className="text-link inline-block py-1">
              {t('Open {path}', { path: page.path })}
            </Link>
          </>
        )}
      </p>
      {page ? <LoadedPage key={address} page={page} /> : <p>{t('There is no such page here.')}</p>}
    </>
  )
}

function PageList({ pages }: { pages: readonly ListedPage[] }) {
  return (
    <>
      <p className="max-w-text text-ink-soft">
        {t('What visitors read beside the courses. Nothing changes for them before you publish.')}
      </p>
      <ul className="mt-4 divide-y divide-line border-y border-line">
        {pages.map((page) => (
          <li
            key={page.address}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2"
          >
            <span className="min-w-0">
              <Link
                to={editorPath(page.address)}
                className="text-link inline-block py-1 font-medium"
              >
                {titleOf(page)}
              </Link>
              {page.path !== null && (
                <span className="block text-sm text-ink-soft">{page.path}</span>
              )}
            </span>
            <span className="flex flex-wrap gap-2">
              <PageState page={page} />
            </span>
          </li>
        ))}
      </ul>
      <NewPage />
    </>
  )
}

function PageState({ page }: { page: ListedPage }) {
  const isSeen = page.published || page.is_specified || page.path === null
  return (
    <>
      {page.is_read === false && <Badge tone="waiting">{t('Not read yet')}</Badge>}
      {page.publish_at !== null && (
        <Badge tone="plain">
          {t('To be published {time}', { time: formatDateTime(page.publish_at) })}
        </Badge>
      )}
      {page.has_unpublished_changes && <Badge tone="waiting">{t('Unpublished changes')}</Badge>}
      {isSeen ? (
        <Badge tone="good">{page.published ? t('Published') : t('As it came')}</Badge>
      ) : (
        <Badge tone="plain">{t('Draft')}</Badge>
      )}
    </>
  )
}

function NewPage() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { submit, isBusy, field, failure } = useSaveForm({
    save: (form) =>
      call('POST /admin/pages', {
        body: { title: textOf(form, 'title'), address: textOf(form, 'address') },
      }),
    onSaved: async ({ address }, form) => {
      await client.invalidateQueries({ queryKey: pagesQuery.queryKey })
      if (form.isConnected) await navigate(editorPath(address))
    },
  })
  return (
    <div className="mt-6">
      <FormFold label={t('New page')}>
        <form
          noValidate
          aria-label={t('New page')}
          onSubmit={submit}
          className="grid items-start gap-4 sm:grid-cols-2"
        >
          <TextField
            label={t('Title')}
            {...field('title')}
            hint={t('For tabs and search results.')}
          />
          <TextField
            label={t('Address')}
            {...field('address')}
            autoCapitalize="none"
            spellCheck={false}
            hint={t('Small letters, digits and hyphens: summer-batch is read at /summer-batch.')}
          />
          <Alert tone="danger">{failure}</Alert>
          <div className="sm:col-span-2">
            <Button type="submit" isBusy={isBusy}>
              {t('Begin the page')}
            </Button>
          </div>
        </form>
      </FormFold>
    </div>
  )
}

function LoadedPage({ page }: { page: ListedPage }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { data, error, isFetching, refetch } = useQuery(pageDraftQuery(page.address))
  const [edition, setEdition] = useState(0)
  const refreshList = () => client.invalidateQueries({ queryKey: pagesQuery.queryKey })
  if (data) {
    return (
      <OpenPage
        key={edition}
        page={page}
        draft={data}
        onChanged={() => void refreshList()}
        onReplaced={() => {
          void refreshList()
          void refetch().then(({ isSuccess }) => isSuccess && setEdition(edition + 1))
        }}
        onDeleted={() => void navigate(`${paths.admin}/pages`)}
      />
    )
  }
  if (!error) return <Skeleton label={t('Loading the page')} className="h-96" />
  return <LoadFailure sentence={error.message} of={{ isFetching, refetch }} />
}

interface OpenPageProps {
  page: ListedPage
  draft: PageDraft
  onChanged: () => void
  onReplaced: () => void
  onDeleted: () => void
}

function OpenPage({ draft, ...props }: OpenPageProps) {
  // Opened once: from here on the editor knows better than any later answer.
  const [opened] = useState(() => openPage(readSession()?.user.id ?? '', props.page.address, draft))
  return <PageEditor {...props} opened={opened} />
}
