import { useEffect, useRef } from 'react'
import { t } from '../../../../shared/i18n/translate.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { dragRow } from '../../../studio/web/editor/drag-row.ts'
import { blockForms } from '../../block-forms.ts'
import { type Block, type BlockType, blocksAtMost } from '../../blocks.ts'
import { AddBlock } from './add-block.tsx'
import { FieldsForm } from './fields-form.tsx'
import { blockName, type Values, wordsOf } from './page-rules.ts'

export interface BlockActions {
  /** Null: closes the form. */
  choose: (id: string | null) => void
  change: (id: string, values: Values) => void
  add: (type: BlockType, to: number) => void
  move: (id: string, to: number) => void
  copy: (block: Block) => void
  remove: (block: Block) => void
}

interface BlockListProps {
  blocks: readonly Block[]
  /** Whose form is open. Null: none. */
  chosenId: string | null
  /** Tells what is wrong at `ID.field`. */
  errorAt: (path: string) => string | undefined
  /** The same object for as long as the editor is open. */
  actions: BlockActions
}

/** The parts of a page in their order; the form of the chosen one stands where it is. */
export function BlockList({ blocks, chosenId, errorAt, actions }: BlockListProps) {
  const list = useRef<HTMLDivElement>(null)
  const line = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const [root, mark] = [list.current, line.current]
    if (!root || !mark) return
    const press = (event: PointerEvent) => {
      const handle =
        event.target instanceof Element ? event.target.closest<HTMLElement>('[data-handle]') : null
      const id = handle?.dataset['handle']
      if (id === undefined || event.button !== 0) return
      // To the drag, parts are modules without lessons.
      const moved = { kind: 'module', id } as const
      const onDrop = (_: unknown, { to }: { to: number }) => actions.move(id, to)
      dragRow(event, { root, line: mark, moved }, { onDrop, onOpen: () => undefined })
    }
    root.addEventListener('pointerdown', press)
    return () => root.removeEventListener('pointerdown', press)
  }, [actions])

  return (
    <div ref={list} className="relative">
      <ol aria-label={t('Parts of the page')} className="grid gap-2">
        {blocks.map((block, at) => (
          <BlockRow
            key={block.id}
            block={block}
            at={at}
            count={blocks.length}
            isOpen={block.id === chosenId}
            errorAt={errorAt}
            actions={actions}
          />
        ))}
      </ol>
      {blocks.length < blocksAtMost && (
        <div className="mt-3">
          <AddBlock label={t('+ Add a part')} onAdd={(type) => actions.add(type, blocks.length)} />
        </div>
      )}
      <div
        ref={line}
        hidden
        className="pointer-events-none absolute inset-x-0 h-1 -translate-y-1/2 rounded-full bg-rani"
      />
    </div>
  )
}

interface BlockRowProps {
  block: Block
  /** Counted from 0. */
  at: number
  count: number
  isOpen: boolean
  errorAt: (path: string) => string | undefined
  actions: BlockActions
}

function BlockRow({ block, at, count, isOpen, errorAt, actions }: BlockRowProps) {
  const { id, type } = block
  const form = blockForms[type]
  const words = wordsOf(block)
  const name = blockName(block)
  return (
    <li data-module={id} className="rounded-md border border-line bg-sheet">
      <div
        data-row
        className={`flex items-center rounded-sm border-s-4 data-dragged:opacity-50 ${isOpen ? 'border-marigold bg-wash' : 'border-transparent'}`}
      >
        <button
          type="button"
          data-handle={id}
          aria-label={t('Move {name}', { name })}
          aria-keyshortcuts="ArrowUp ArrowDown"
          title={t('Drag to move. Arrow keys move it too.')}
          onKeyDown={(event) => {
            const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
            if (by === 0 || event.altKey || event.ctrlKey || event.metaKey) return
            event.preventDefault()
            actions.move(id, at + by)
          }}
          className="min-h-11 w-9 shrink-0 cursor-grab touch-none rounded-sm text-ink-soft hover:bg-wash"
        >
          <span aria-hidden>⠿</span>
        </button>
        <button
          type="button"
          id={blockHeadingId(id)}
          aria-expanded={isOpen}
          onClick={() => actions.choose(isOpen ? null : id)}
          className="min-h-11 min-w-0 flex-1 rounded-sm px-2 py-1.5 text-start hover:bg-wash"
        >
          <span className="font-semibold">{t(form.label)}</span>
          {words !== '' && <span className="block truncate text-sm text-ink-soft">{words}</span>}
        </button>
      </div>
      {isOpen && (
        <div className="grid gap-5 border-t border-line p-4">
          <FieldsForm
            fields={form.fields}
            values={block}
            path={`${id}.`}
            errorAt={errorAt}
            shape={type === 'teacher' ? 'portrait' : 'cover'}
            onChange={(values) => actions.change(id, values)}
          />
          <div className="flex flex-wrap gap-2">
            <Button
              variant="secondary"
              size="small"
              disabled={at === 0}
              onClick={() => actions.move(id, at - 1)}
            >
              {t('Move up')}
            </Button>
            <Button
              variant="secondary"
              size="small"
              disabled={at === count - 1}
              onClick={() => actions.move(id, at + 1)}
            >
              {t('Move down')}
            </Button>
            {count < blocksAtMost && (
              <>
                <Button variant="secondary" size="small" onClick={() => actions.copy(block)}>
                  {t('Copy')}
                </Button>
                <AddBlock
                  label={t('Add a part below')}
                  onAdd={(type) => actions.add(type, at + 1)}
                />
              </>
            )}
            <Button variant="quiet" size="small" onClick={() => actions.remove(block)}>
              {t('Remove')}
            </Button>
          </div>
        </div>
      )}
    </li>
  )
}

/** Also where the keyboard goes when a part is chosen. */
export function blockHeadingId(id: string): string {
  return `page-block-${id}`
}
