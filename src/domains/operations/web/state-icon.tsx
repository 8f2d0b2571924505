import type { CheckedItem } from './queries.ts'

const tones: Record<CheckedItem['state'], string> = {
  ok: 'text-leaf',
  todo: 'text-amber',
  failing: 'text-danger',
}

/** A tick, a ring or a cross; the words beside it say the same. */
export function StateIcon({ state }: { state: CheckedItem['state'] }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className={`mt-0.5 size-6 ${tones[state]}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <circle cx="12" cy="12" r="9" strokeDasharray={state === 'todo' ? '3 4' : undefined} />
      {state === 'ok' && <path d="m8 12.5 3 3 5.5-6.5" />}
      {state === 'failing' && <path d="m9 9 6 6m0-6-6 6" />}
    </svg>
  )
}
