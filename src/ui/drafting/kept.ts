import { hasLoggedOut, readSession } from '../session.ts'

/**
 * Texts that a person has on this device, or in this tab. Names have the person's id behind a colon, by which
 * a log-out finds them; afterwards nothing is written. What a browser refuses lives as long as this object.
 */
export function keptTexts(personId: string, storage: () => Storage = () => localStorage) {
  const inMemory = new Map<string, string>()
  return {
    names: () => [...new Set([...Object.keys(storage()), ...inMemory.keys()])],
    read: (name: string): string | null => {
      try {
        return inMemory.get(name) ?? storage().getItem(name)
      } catch {
        return null
      }
    },
    write: (name: string, text: string | null): void => {
      if (hasLoggedOut(personId)) return
      inMemory.delete(name)
      try {
        if (text === null) storage().removeItem(name)
        else storage().setItem(name, text)
      } catch {
        if (text !== null) inMemory.set(name, text)
      }
    },
  }
}

/** Who is signed in here; nobody while the server renders. */
export function personHere(): string {
  return typeof localStorage === 'undefined' ? '' : (readSession()?.user.id ?? '')
}

/** One value of a person: what is no JSON is none, and null takes it away. */
export function keptOf(personId: string, name: string, storage?: () => Storage) {
  const texts = keptTexts(personId, storage)
  const key = `${name}:${personId}`
  return {
    read: (): unknown => {
      try {
        return JSON.parse(texts.read(key) ?? 'null')
      } catch {
        return null
      }
    },
    write: (value: unknown): void =>
      texts.write(key, value === null ? null : JSON.stringify(value)),
  }
}
