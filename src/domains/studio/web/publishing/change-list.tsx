import { useState } from 'react'
import { t } from '../../../../shared/i18n/translate.ts'
import { ShowMore } from '../../../../ui/controls/show-more.tsx'
import type { Change } from '../../contract.ts'
import { type ChangeGroup, groupChanges } from './group-changes.ts'

/** More than these are folded at first. */
const openAtMost = 20
const shownAtOnce = 100

/** What a publication changes, by kind. Thousands of changes stay folded, and come by the hundred. */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  return (
    <div className="grid gap-2">
      {groupChanges(changes).map((group) => (
        <Group key={group.kind} group={group} isOpen={group.texts.length <= openAtMost} />
      ))}
    </div>
  )
}

function Group({ group, isOpen }: { group: ChangeGroup; isOpen: boolean }) {
  const [shown, setShown] = useState(isOpen ? shownAtOnce : 0)
  const { heading, texts } = group
  const left = texts.length - shown
  return (
    <details
      open={isOpen}
      onToggle={(event) => {
        if (event.currentTarget.open && shown === 0) setShown(shownAtOnce)
      }}
      className="rounded-md border border-line"
    >
      <summary className="px-4 py-2 font-medium hover:bg-wash">
        {heading} <span className="font-normal text-ink-soft">({texts.length})</span>
      </summary>
      <ul className="border-t border-line px-4 py-1.5">
        {numbered(texts.slice(0, shown)).map(({ text, number }) => (
          <li key={number} className="py-1.5">
            {text}
          </li>
        ))}
      </ul>
      {shown > 0 && (
        <div className="flex flex-wrap items-center gap-x-2 px-4 pb-3 empty:hidden">
          <ShowMore
            className=""
            found={{
              hasNextPage: left > 0,
              isFetchingNextPage: false,
              fetchNextPage: async () => setShown(shown + shownAtOnce),
            }}
          />
          {left > 0 && (
            <span className="text-sm text-ink-soft">
              {t('{count, plural, one {# change} other {# changes}} more', { count: left })}
            </span>
          )}
        </div>
      )}
    </details>
  )
}

/** Two sentences may be the same; they are never reordered. */
function numbered(texts: readonly string[]): { number: number; text: string }[] {
  return texts.map((text, number) => ({ number, text }))
}
