import { describe, expect, test } from 'vitest'
import { type Merged, mergeNote, noteInCharacters } from './merge-note.ts'

const merge = (base: string, theirs: string, ours: string): Merged =>
  mergeNote(
    { text: theirs, revision: 'theirs' },
    { text: ours, revision: 'ours', seen: ['base'], base },
  )

describe('an edit of what was changed elsewhere meanwhile', () => {
  test('is joined where both changed other lines', () => {
    expect(merge('a\nb\nc', 'A\nb\nc', 'a\nb\nC')).toEqual({ kind: 'merged', text: 'A\nb\nC' })
    expect(merge('a\nb\nc', 'a\nb\nc\nd', 'b\nc')).toEqual({ kind: 'merged', text: 'b\nc\nd' })
  })

  test('stands below what was added at the same place', () => {
    expect(merge('a', 'a\ntheirs', 'a\nours')).toEqual({ kind: 'merged', text: 'a\ntheirs\nours' })
    expect(merge('', 'theirs', 'ours')).toEqual({ kind: 'merged', text: 'theirs\nours' })
  })

  test('stays apart where both changed the same lines, or what is joined is too long', () => {
    expect(merge('a\nb', 'a\ntheirs', 'a\nours')).toEqual({ kind: 'apart' })
    expect(merge('a\nb\nc', 'a\nx\ny', 'a\nb\nz')).toEqual({ kind: 'apart' })
    expect(merge('a\nb', 'x\na\nb', 'c')).toEqual({ kind: 'apart' })
    const long = 'x'.repeat(noteInCharacters / 2)
    expect(merge('', long, `y${long}`)).toEqual({ kind: 'apart' })
  })

  test('simply holds where it was seen, or says the same', () => {
    const present = { text: 'theirs', revision: 'seen before' }
    const edit = { text: 'ours', revision: 'ours', seen: ['older', 'seen before'], base: 'x' }
    expect(mergeNote(present, edit)).toEqual({ kind: 'taken' })
    expect(mergeNote(null, edit)).toEqual({ kind: 'taken' })
    expect(merge('a', 'b', 'b')).toEqual({ kind: 'taken' })
  })
})
