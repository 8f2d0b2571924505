/** For a part that its page can do without: where its script does not come, its place stays as it was. */
export function leaveOut(): Promise<never> {
  return new Promise(() => undefined)
}
