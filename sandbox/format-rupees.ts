/** `₹4,999` or `₹4,999.50`: paise are shown only when there are some. */
export function formatRupees(amountInPaise: number): string {
  return new Intl.NumberFormat('en-IN', {
    style: 'currency',
    currency: 'INR',
    minimumFractionDigits: amountInPaise % 100 === 0 ? 0 : 2,
  }).format(amountInPaise / 100)
}
