/** A PDF as the server sends it inside JSON. */
export function pdfFromBase64(base64: string): Blob {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  return new Blob([bytes], { type: 'application/pdf' })
}

/** Hands a file to the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const url = addressOf(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

/** Shows a file in a new tab. To be called while a click is handled: else it counts as a pop-up. */
export function openInNewTab(file: Blob): void {
  window.open(addressOf(file), '_blank')
}

const minuteInMs = 60_000

/** Good for a minute: long enough for the browser to fetch it, short enough not to hold memory. */
function addressOf(file: Blob): string {
  const url = URL.createObjectURL(file)
  setTimeout(() => URL.revokeObjectURL(url), minuteInMs)
  return url
}
