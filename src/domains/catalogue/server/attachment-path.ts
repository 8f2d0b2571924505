/** Where an attachment is fetched, before it is signed. */
export function attachmentPath(id: string): string {
  return `/media/attachments/${id}`
}
