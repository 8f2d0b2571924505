const units = ['kB', 'MB', 'GB']

/** 1234567 → '1.2 MB', in the thousands that people's file lists count in. */
export function formatSize(sizeInBytes: number): string {
  let amount = sizeInBytes / 1000
  let unit = 0
  while (amount >= 999.5 && unit < units.length - 1) {
    amount /= 1000
    unit += 1
  }
  const rounded = amount < 9.95 ? Math.max(0.1, Math.round(amount * 10) / 10) : Math.round(amount)
  return `${rounded} ${units[unit]}`
}
