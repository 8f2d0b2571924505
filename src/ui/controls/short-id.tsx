/** The beginning of a long id; all of it under the pointer, or beside it while it has the focus. */
export function ShortId({ id, length }: { id: string; length: number }) {
  return (
    <span
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the whole id shows on focus
      tabIndex={0}
      title={id}
      data-id={id}
      className="relative inline-block whitespace-nowrap tabular-nums focus:after:absolute focus:after:end-0 focus:after:bottom-full focus:after:z-10 focus:after:mb-1 focus:after:rounded-sm focus:after:bg-ink focus:after:px-2 focus:after:py-1 focus:after:text-paper focus:after:content-[attr(data-id)]"
    >
      {id.length <= length ? id : `${id.slice(0, length)}...`}
    </span>
  )
}
