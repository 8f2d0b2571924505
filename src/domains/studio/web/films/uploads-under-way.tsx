import type { Uploads } from '../files/use-uploads.ts'

/** How far all films have come, wherever one is in the editor. */
export function UploadsUnderWay({ uploads }: { uploads: Uploads }) {
  const running = uploads.running.filter(({ state }) => state !== 'refused')
  const refused = uploads.running.length - running.length
  if (uploads.running.length === 0) return null
  const sum = (key: 'sentInBytes' | 'sizeInBytes') =>
    running.reduce((total, upload) => total + upload[key], 0)
  const percent = Math.floor((100 * sum('sentInBytes')) / Math.max(1, sum('sizeInBytes')))
  return (
    <div className="mt-3 text-sm">
      {running.length > 0 && (
        <p className="text-ink-soft tabular-nums">
          Uploading {running.length === 1 ? '1 film' : `${running.length} films`}: {percent}%
        </p>
      )}
      {refused > 0 && (
        <p className="font-medium text-danger">
          {refused === 1 ? '1 film was' : `${refused} films were`} not taken.
        </p>
      )}
    </div>
  )
}
