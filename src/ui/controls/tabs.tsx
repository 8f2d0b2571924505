import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

export interface Tab<Name extends string> {
  name: Name
  label: string
  panel: ReactNode
}

interface TabsProps<Name extends string> {
  /** What the row of tabs is about, for screen readers. */
  label: string
  tabs: readonly Tab<Name>[]
  chosen: Name
  onChoose: (name: Name) => void
}

/** Tabs of which one panel is shown. Arrows, Home and End move between them. */
export function Tabs<Name extends string>({ label, tabs, chosen, onChoose }: TabsProps<Name>) {
  const id = useId()
  const row = useRef<HTMLDivElement>(null)

  const moveByKey = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.name === chosen)
    const last = tabs.length - 1
    const [on, back] = [at === last ? 0 : at + 1, at === 0 ? last : at - 1]
    const isMirrored = document.documentElement.dir === 'rtl'
    const targets: Record<string, number> = {
      ArrowRight: isMirrored ? back : on,
      ArrowLeft: isMirrored ? on : back,
      Home: 0,
      End: last,
    }
    const target = tabs[targets[event.key] ?? -1]
    if (!target) return
    event.preventDefault()
    onChoose(target.name)
    row.current?.querySelector<HTMLElement>(`#${CSS.escape(`${id}-${target.name}`)}`)?.focus()
  }

  return (
    <div>
      <div
        ref={row}
        role="tablist"
        tabIndex={-1}
        aria-label={label}
        onKeyDown={moveByKey}
        className="flex flex-wrap gap-x-1 border-b border-line"
      >
        {tabs.map((tab) => (
          <button
            key={tab.name}
            type="button"
            role="tab"
            id={`${id}-${tab.name}`}
            aria-selected={tab.name === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={tab.name === chosen ? 0 : -1}
            onClick={() => onChoose(tab.name)}
            className="-mb-px min-h-12 border-b-3 border-transparent px-1.5 font-medium max-sm:text-[0.9375rem] sm:px-4 text-ink-soft hover:text-ink focus-visible:-outline-offset-2 aria-selected:border-marigold aria-selected:text-ink"
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${chosen}`}
        tabIndex={-1}
        className="pt-6"
      >
        {tabs.find((tab) => tab.name === chosen)?.panel}
      </div>
    </div>
  )
}
