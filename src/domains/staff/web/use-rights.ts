import { useQuery } from '@tanstack/react-query'
import { hasRight, type Right, type Role } from '../../../http/rights.ts'
import { type SessionUser, useSession } from '../../../ui/session.ts'
import { profileQuery } from '../../accounts/web/profile-queries.ts'

export interface Rights {
  /** Null: no staff, or no more. */
  role: Role | null
  may: (right: Right) => boolean
  /** Whether the office waits for a second step: now, or within a day. */
  secondStep: 'open' | 'due' | 'needed'
}

/**
 * What the signed-in person may do: as this browser remembers, until the server has said how it is
 * now. It only decides what is shown; the server decides every call.
 */
export function useRights(): Rights {
  const session = useSession()
  const { data } = useQuery({ ...profileQuery, enabled: session !== null })
  const role = roleOf(data?.user ?? session?.user)
  const secondStep = data?.second_step ?? 'open'
  return { role, may: (right) => hasRight(role, right), secondStep }
}

/** An administrator of whom no role is said, or was before there were roles, is an owner. */
function roleOf(user: SessionUser | undefined): Role | null {
  if (!user?.is_admin) return null
  return user.role === undefined ? 'owner' : user.role
}
