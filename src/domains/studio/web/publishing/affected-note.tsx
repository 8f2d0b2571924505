import type { Affected, Change } from '../../contract.ts'
import { affectedNotice, consequencesNotice } from './affected-notice.ts'

/** How many have the course, and what a publication does to them. */
export function AffectedNote(props: { changes: readonly Change[]; affected: Affected }) {
  const consequences = consequencesNotice(props.changes, props.affected)
  return (
    <>
      <p>{affectedNotice(props.affected)}</p>
      {consequences.length > 0 && (
        <ul className="mt-2 grid list-disc gap-1 ps-5 text-ink-soft">
          {consequences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </>
  )
}
