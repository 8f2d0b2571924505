import type { Look } from '../look.ts'

/** Another look in the form, under what was changed there since the press that asked for it. */
export function keepChanges(now: Look, pressed: Look, next: Look): Look {
  const changed = Object.entries(now).filter(
    ([name, value]) => value !== pressed[name as keyof Look],
  ) // its own keys
  return { ...next, ...Object.fromEntries(changed) }
}
