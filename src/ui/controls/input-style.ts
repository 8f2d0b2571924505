/** How fields look, and what stands where a field would. */
export const inputStyle =
  'block min-h-12 w-full rounded-sm border border-edge bg-sheet px-3 py-2 text-ink placeholder:text-ink-soft aria-invalid:border-danger aria-invalid:border-2'
