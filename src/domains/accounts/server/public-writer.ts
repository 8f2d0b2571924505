import { publicName } from '../public-name.ts'
import { users } from './tables.ts'

/** What is asked of somebody who wrote for others to read. */
export const writerColumns = {
  name: users.name,
  erasedAt: users.erasedAt,
  parentId: users.parentId,
}

export type Writer = Pick<typeof users.$inferSelect, keyof typeof writerColumns>

/** How others read them. Null: erased, or a child, of whom nobody is told the name. */
export function nameOfWriter({ name, erasedAt, parentId }: Writer): string | null {
  return erasedAt === null && parentId === null ? publicName(name) : null
}
