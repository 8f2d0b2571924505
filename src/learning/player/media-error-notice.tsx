import type { MediaErrorKind } from './media-port.ts'

const SENTENCES: Record<MediaErrorKind, string> = {
  unplayable: 'This video cannot be played right now. If it stays so, please write to us.',
  network: 'The video cannot be reached. Please check your connection.',
}

/** Covers the stage, says what happened and offers a second try. */
export function MediaErrorNotice({
  kind,
  onTryAgain,
}: {
  kind: MediaErrorKind
  onTryAgain: () => void
}) {
  return (
    <div
      role="alert"
      className="absolute inset-0 grid place-content-center justify-items-center gap-4 bg-paper p-6 text-center"
    >
      <p className="max-w-prose text-ink">{SENTENCES[kind]}</p>
      <button
        type="button"
        onClick={onTryAgain}
        className="min-h-11 cursor-pointer rounded-md bg-marigold px-5 font-semibold text-on-marigold"
      >
        Try again
      </button>
    </div>
  )
}
