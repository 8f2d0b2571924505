import { BackupError, damaged } from './backup-error.ts'
import { isDataFile } from './data-files.ts'
import type { AcademyHead, PartHead, PartTail } from './format.ts'

/** What a backup holds, by what was measured when it was written and again now. */
export interface BackupContent {
  academy: AcademyHead
  /** By name. */
  tables: Map<string, PartTail>
  /** Paths below DATA_DIR. */
  files: string[]
}

/**
 * Takes the parts of a backup one by one and refuses what none was ever written with: first the academy,
 * then each of its tables with its columns, then files that do not get in each other's way, then the end.
 * Those of an earlier version may hold files that are none of the academy's; no restore brings them.
 */
export function startContent(name: string, { isEarlier }: { isEarlier: boolean }) {
  const tables = new Map<string, PartTail>()
  const files = new Set<string>()
  const folders = new Set<string>()
  let academy: AcademyHead | undefined
  let isWhole = false

  function isNext(head: PartHead): boolean {
    if (isWhole) return false
    if (head.kind === 'academy') return academy === undefined
    const allTables = academy?.tables
    if (allTables === undefined) return false
    const { kind, ...table } = head
    if (kind === 'table') return JSON.stringify(allTables[tables.size]) === JSON.stringify(table)
    return tables.size === allTables.length
  }

  function addFile(path: string): void {
    if (!isEarlier && !isDataFile(path)) {
      throw new BackupError(
        `${name} holds ${path}, which no academy backs up: nothing was restored.`,
      )
    }
    const steps = path.split('/')
    const above = steps.slice(1).map((_, at) => steps.slice(0, at + 1).join('/'))
    const isFree = !files.has(path) && !folders.has(path)
    if (!isFree || above.some((folder) => files.has(folder))) throw damaged(name)
    files.add(path)
    for (const folder of above) folders.add(folder)
  }

  return {
    add: (head: PartHead, tail: PartTail): void => {
      if (!isNext(head)) throw damaged(name)
      if (head.kind === 'academy') academy = head
      if (head.kind === 'table') tables.set(head.name, tail)
      if (head.kind === 'file') addFile(head.path)
      isWhole = head.kind === 'end'
    },
    result: (): BackupContent => {
      if (academy === undefined || !isWhole || tables.size < academy.tables.length) {
        throw damaged(name)
      }
      return { academy, tables, files: [...files] }
    },
  }
}
