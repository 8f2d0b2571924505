import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useMutation } from '../../../../http/web/use-mutation.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { call } from '../../../../ui/call.ts'
import { ActionButton } from '../../../../ui/controls/action-button.tsx'
import { Alert } from '../../../../ui/controls/alert.tsx'
import { AlertDialog } from '../../../../ui/controls/alert-dialog.tsx'
import { Button } from '../../../../ui/controls/button.tsx'
import { ConflictDialog } from '../../../../ui/drafting/conflict-dialog.tsx'
import { newId } from '../../../../ui/drafting/new-id.ts'
import { RestoredNote } from '../../../../ui/drafting/restored-note.tsx'
import { SaveStatus, unsavedNotice } from '../../../../ui/drafting/save-status.tsx'
import { UndoButtons } from '../../../../ui/drafting/undo-buttons.tsx'
import { useAutosave } from '../../../../ui/drafting/use-autosave.ts'
import { blockForms, type Field, frameFields, pageFields } from '../../block-forms.ts'
import { type DocumentContent, placeholders } from '../../blocks.ts'
import { type BlockActions, BlockList, blockHeadingId } from './block-list.tsx'
import { comparePages, mergePages } from './compare-pages.ts'
import { FieldsForm, fieldId } from './fields-form.tsx'
import { PageHistory } from './page-history.tsx'
import { PagePreview } from './page-preview.tsx'
import { type ListedPage, type OpenedPage, titleOf } from './page-queries.ts'
import {
  blockName,
  blocksOf,
  detailsPart,
  makeBlock,
  type PagePart,
  pageRules,
} from './page-rules.ts'
import { PageSchedule, PublishPage } from './publish-page.tsx'

interface PageEditorProps {
  page: ListedPage
  opened: OpenedPage
  /** What the list says of it is old. */
  onChanged: () => void
  /** The draft is another one now. */
  onReplaced: () => void
  onDeleted: () => void
}

/** The parts of a page with their forms, and beside them what visitors will see. */
export function PageEditor({ page, opened, onChanged, onReplaced, onDeleted }: PageEditorProps) {
  const { address } = page
  const { store, autosave } = opened
  const history = useSyncExternalStore(store.subscribe, store.read, store.read)
  const { content } = history
  const saving = useAutosave(autosave)
  const { part, choose } = useChosenPart(content.kind === 'frame')
  const [view, setView] = useState<'parts' | 'preview'>('parts')
  const [asked, setAsked] = useState<'publish' | 'history' | 'delete' | null>(null)
  const [announced, setAnnounced] = useState('')
  const [isComparing, setIsComparing] = useState(true)
  const theirs = saving.state.kind === 'conflict' ? saving.state.theirs : null
  const errors = saving.state.kind === 'refused' ? saving.state.errors : []
  const errorAt = (path: string) =>
    errors.find((error) => pathOf(error.part, error.field) === path)?.message
  const chosenId = part?.kind === 'block' ? part.id : null
  const blocks = blocksOf(content)

  const show = useCallback(
    (shown: PagePart | null, field: string | null = null) => {
      setView('parts')
      choose(shown, field)
    },
    [choose],
  )
  const actions = useMemo<BlockActions>(
    () => ({
      choose: (id) => choose(id === null ? null : { kind: 'block', id }),
      change: (id, values) => store.edit({ type: 'set-block', id, values }),
      add: (type, to) => {
        const block = makeBlock(type)
        store.edit({ type: 'add-block', id: block.id, block, to })
        choose({ kind: 'block', id: block.id })
      },
      move: (id, to) => {
        const before = store.read().content
        store.edit({ type: 'move-block', id, to })
        const after = blocksOf(store.read().content)
        const at = after.findIndex((block) => block.id === id)
        const block = after[at]
        if (!block || store.read().content === before) return
        const [name, number, count] = [blockName(block), at + 1, after.length]
        setAnnounced(t('{name} moved to place {number} of {count}.', { name, number, count }))
      },
      copy: (block) => {
        const id = newId()
        const at = blocksOf(store.read().content).findIndex((one) => one.id === block.id)
        store.edit({ type: 'add-block', id, block: { ...block, id }, to: at + 1 })
        choose({ kind: 'block', id })
      },
      remove: (block) => {
        store.edit({ type: 'remove-block', id: block.id })
        const name = blockName(block)
        setAnnounced(t('{name} was removed. Undo brings it back.', { name }))
        choose(detailsPart)
      },
    }),
    [store, choose],
  )

  const confirm = useMutation({
    mutationFn: () =>
      call('POST /admin/pages/:address/confirm', {
        params: { address: address as 'terms' }, // asked of policies only
      }),
    onSuccess: onChanged,
  })
  const isOwn = !page.is_specified && content.kind === 'page'
  const remove = useMutation({
    mutationFn: () => call('DELETE /admin/pages/:address', { params: { address } }),
    onSuccess: isOwn ? onChanged : onReplaced,
  })

  const details = (
    <section className="rounded-md border border-line bg-sheet">
      <h3>
        <button
          type="button"
          id={blockHeadingId('details')}
          aria-expanded={part?.kind === 'details'}
          onClick={() => choose(part?.kind === 'details' ? null : detailsPart)}
          className="min-h-12 w-full rounded-md px-4 text-start font-semibold hover:bg-wash"
        >
          {content.kind === 'frame' ? t('Around every page') : t('Title and description')}
        </button>
      </h3>
      {part?.kind === 'details' && (
        <div className="grid gap-5 border-t border-line p-4">
          <FieldsForm
            fields={content.kind === 'frame' ? frameFields : pageFields}
            values={content}
            path="details."
            errorAt={errorAt}
            shape="cover"
            onChange={(values) => store.edit({ type: 'set-details', values })}
          />
        </div>
      )}
    </section>
  )
  const parts = (
    <div className="grid gap-3">
      {details}
      {content.kind === 'page' && (
        <p className="text-sm text-ink-soft">
          {t('What stands in braces is filled from the settings: {placeholders}.', {
            placeholders: placeholders.map((name) => `{${name}}`).join(' '),
          })}
        </p>
      )}
      {content.kind === 'page' && <BlockList {...{ blocks, chosenId, errorAt, actions }} />}
    </div>
  )
  return (
    <div>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 className="text-2xl">{titleOf(page)}</h2>
          <div className="mt-1 flex flex-wrap items-center gap-x-4">
            <SaveStatus
              {...saving}
              onRetry={autosave.saveNow}
              onShowError={(error) => show(error.part, error.field)}
              onCompare={() => setIsComparing(true)}
            />
          </div>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <UndoButtons store={store} history={history} say={setAnnounced} onShow={show} />
          <Button
            variant="secondary"
            size="small"
            className="min-h-11"
            onClick={() => setAsked('history')}
          >
            {t('History')}
          </Button>
          <Button
            onClick={() => {
              autosave.saveNow()
              setAsked('publish')
            }}
          >
            {t('Publish…')}
          </Button>
        </div>
      </div>
      <p aria-live="polite" className="sr-only">
        {announced}
      </p>
      <RestoredNote from={opened.restoredFrom} />
      {page.is_read === false && (
        <Alert
          className="mt-4"
          tone="warning"
          action={
            <ActionButton variant="secondary" size="small" action={confirm}>
              {t('I have read it, and it holds')}
            </ActionButton>
          }
          {...(confirm.error && { detail: confirm.error.message })}
        >
          {t(
            'This is a template, filled from your settings, and nobody has read it yet. Please read it and change what does not hold for you.',
          )}
        </Alert>
      )}
      {page.publish_at !== null && (
        <div className="mt-4">
          <PageSchedule address={address} publishAt={page.publish_at} />
        </div>
      )}
      <div className="mt-4 flex flex-wrap gap-2 lg:hidden">
        {(['parts', 'preview'] as const).map((name) => (
          <Button
            key={name}
            variant={view === name ? 'primary' : 'secondary'}
            size="small"
            className="min-h-11"
            aria-pressed={view === name}
            onClick={() => setView(name)}
          >
            {name === 'parts' ? t('Parts') : t('Preview')}
          </Button>
        ))}
      </div>
      <div className="mt-4 grid items-start gap-6 lg:grid-cols-[22rem_1fr]">
        <div className={`min-w-0 ${view === 'preview' ? 'max-lg:hidden' : ''}`}>
          {parts}
          <Button variant="quiet" size="small" className="mt-4" onClick={() => setAsked('delete')}>
            {isOwn ? t('Delete this page') : t('Back to the first words')}
          </Button>
        </div>
        <div className={`min-w-0 lg:sticky lg:top-4 ${view === 'parts' ? 'max-lg:hidden' : ''}`}>
          <PagePreview
            address={address}
            content={content}
            chosenId={chosenId}
            onChoose={(id) => show({ kind: 'block', id })}
          />
        </div>
      </div>
      {asked === 'publish' && (
        <PublishPage
          address={address}
          revision={saving.revision}
          unsaved={unsavedNotice(saving.state)}
          scheduledAt={page.publish_at}
          describePath={(path) => describePath(content, path)}
          onFocusField={(path) => {
            const [found] = pageRules.locate(content, [{ path, message: '' }])
            if (found) show(found.part, found.field)
          }}
          onPublished={(publishAt) => {
            if (publishAt === null) autosave.notePublished()
          }}
          onStale={onReplaced}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === 'history' && (
        <PageHistory
          address={address}
          revision={saving.revision}
          onRestored={onReplaced}
          onClose={() => setAsked(null)}
        />
      )}
      <AlertDialog
        isOpen={asked === 'delete'}
        title={isOwn ? t('Delete this page') : t('Back to the first words')}
        text={
          isOwn
            ? t('Should this page go, with its draft?')
            : t('Should visitors see the words again that came with the academy?')
        }
        detail={remove.error?.message ?? t('What stands here now is lost, also for visitors.')}
        confirmLabel={isOwn ? t('Delete this page') : t('Back to the first words')}
        isBusy={remove.isPending}
        // Away from here only while this is still open.
        onConfirm={() => remove.mutate(undefined, isOwn ? { onSuccess: onDeleted } : undefined)}
        onCancel={() => setAsked(null)}
      />
      <ConflictDialog
        title={t('Somebody else has changed this page')}
        theirs={isComparing ? theirs : null}
        compare={comparePages}
        merge={mergePages}
        mine={content}
        base={autosave.base()}
        onChoose={opened.resolve}
        onClose={() => setIsComparing(false)}
      />
    </div>
  )
}

/** The part whose form is open, and how to go to another or one of its fields. */
function useChosenPart(isFrame: boolean) {
  const [part, setPart] = useState<PagePart | null>(isFrame ? detailsPart : null)
  const wanted = useRef<string[]>([])
  const choose = useCallback((next: PagePart | null, field: string | null = null) => {
    if (next) {
      const heading = blockHeadingId(next.kind === 'block' ? next.id : next.kind)
      wanted.current = [...(field === null ? [] : [fieldId(pathOf(next, field))]), heading]
    }
    setPart(next)
  }, [])
  // After whichever rendering shows that form.
  useEffect(() => {
    const [found] = wanted.current.flatMap((id) => document.getElementById(id) ?? [])
    wanted.current = []
    found?.focus()
  })
  return { part, choose }
}

function pathOf(part: PagePart, field: string): string {
  return `${part.kind === 'block' ? part.id : part.kind}.${field}`
}

/** Where a field stands, in words: 'Questions “What people ask”: Heading'. */
function describePath(content: DocumentContent, path: string): string {
  const [found] = pageRules.locate(content, [{ path, message: '' }])
  const block = blocksOf(content).find(
    ({ id }) => found?.part.kind === 'block' && found.part.id === id,
  )
  const ofPage = content.kind === 'frame' ? frameFields : pageFields
  const words = describeField(block ? blockForms[block.type].fields : ofPage, found?.field ?? path)
  return block ? `${blockName(block)}: ${words}` : words
}

function describeField(fields: readonly Field[], path: string): string {
  const [name, ...rest] = path.split('.')
  const field = fields.find((one) => one.name === name)
  const inner = rest.filter((part) => !/^\d+$/.test(part))
  const number = rest.length === inner.length ? [] : [Number(rest[0]) + 1]
  const own = [field ? t(field.label) : path, ...number].join(' ')
  if (inner.length === 0 || !field?.fields) return own
  return `${own}, ${describeField(field.fields, rest.slice(number.length).join('.'))}`
}
