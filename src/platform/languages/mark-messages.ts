import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'
import { findMessages } from './find-messages.ts'

/** Stands in a built script for a message, in whatever quotes. */
export const mark = /@@([0-9a-z]{10})@@/g

/** What a message is called in marks: another text, another name, so that scripts change theirs too. */
export function markNameOf(message: string): string {
  const digest = createHash('sha256').update(message).digest().readBigUInt64BE()
  return digest.toString(36).padStart(13, '0').slice(-10)
}

/**
 * Puts a mark in the place of every message of the scripts for browsers, for `translateBuild` to
 * write the script of each language. A message without values is a plain text then.
 */
export function markMessages(): Plugin {
  return {
    name: 'mark-messages',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/ },
      handler: (code, id) => {
        let marked = code
        for (const { message, start, end } of findMessages(`${id}.js`, code).toReversed()) {
          marked = `${marked.slice(0, start)}"@@${markNameOf(message)}@@"${marked.slice(end)}`
        }
        return { code: marked, map: null }
      },
    },
  }
}
