import { useLocation, useNavigate } from 'react-router'
import { ApiError } from '../../../http/api-client.ts'
import { paths } from '../../../paths.ts'
import { stateField } from './where-to-go.ts'

/**
 * After the first step: goes on to the second if the server asked for it, with what the person was about
 * to do. False: it was another failure.
 */
export function useSecondStep(): (error: unknown) => Promise<boolean> {
  const navigate = useNavigate()
  const location = useLocation()
  return async (error) => {
    if (!(error instanceof ApiError) || error.code !== 'second_step_needed') return false
    const { challenge } = error.problem
    const to = { pathname: paths.login, search: location.search }
    await navigate(to, { replace: true, state: { ...Object(location.state), challenge } })
    return true
  }
}

/** What the code is sent with; null: nobody has taken the first step here. */
export function readLoginChallenge({ state }: { state: unknown }): string | null {
  return stateField(state, 'challenge')
}
