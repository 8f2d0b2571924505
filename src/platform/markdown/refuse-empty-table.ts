import type { StateBlock } from 'markdown-it'

/** In one text; what somebody writes by hand leaves out a few. */
const mostLeftOut = 1_000

/**
 * A rule of blocks, ahead of tables. Each row of a table gets as many cells as its head, also those it
 * leaves out: a few kilobytes could ask for a hundred thousand. A table by which a text leaves out too
 * many stays what was typed.
 */
export function refuseEmptyTable(
  state: StateBlock,
  startLine: number,
  endLine: number,
  isSilent: boolean,
): boolean {
  const lineAt = (line: number): string => state.getLines(line, line + 1, state.blkIndent, false)
  if (startLine + 2 > endLine || !/^[\s|:-]+$/.test(lineAt(startLine + 1))) return false
  let end = startLine + 2
  let written = 0
  while (end < endLine && !state.isEmpty(end)) {
    written += countCells(lineAt(end))
    end += 1
  }
  const leftOut = (end - startLine - 2) * countCells(lineAt(startLine)) - written
  const env = state.env as { cellsLeftOut?: number } // ours alone, of this one text
  env.cellsLeftOut = (env.cellsLeftOut ?? 0) + Math.max(0, leftOut)
  if (isSilent || env.cellsLeftOut <= mostLeftOut) return false
  state.push('paragraph_open', 'p', 1)
  const inline = state.push('inline', '', 0)
  inline.content = state.getLines(startLine, end, state.blkIndent, false).trim()
  inline.map = [startLine, end]
  inline.children = []
  state.push('paragraph_close', 'p', -1)
  state.line = end
  return true
}

function countCells(line: string): number {
  return line.split('|').length - 1
}
