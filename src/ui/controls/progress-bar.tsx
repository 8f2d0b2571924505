interface ProgressBarProps {
  /** 0 to 100; shown rounded. */
  percent: number
  /** What progresses, e.g. the course's title. */
  label: string
}

/** How far something has come, as a bar and as a number. */
export function ProgressBar({ percent, label }: ProgressBarProps) {
  const rounded = Math.round(Math.min(100, Math.max(0, percent)))
  return (
    <div className="flex items-center gap-3">
      {/* oxlint-disable jsx-a11y/prefer-tag-over-role -- `progress` looks different in every browser */}
      <div
        role="progressbar"
        aria-label={label}
        aria-valuenow={rounded}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-2 grow overflow-hidden rounded-full bg-line"
      >
        <div
          className={`h-full rounded-full ${rounded === 100 ? 'bg-leaf' : 'bg-marigold'}`}
          style={{ width: `${rounded}%` }}
        />
      </div>
      <span aria-hidden="true" className="w-11 text-end text-sm font-medium tabular-nums">
        {rounded}%
      </span>
    </div>
  )
}
