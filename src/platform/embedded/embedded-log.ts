/** The part of the logger that the embedded database speaks through. */
export interface EmbeddedLog {
  info(message: string): void
  warn(message: string): void
}
