import type { ComponentProps, ReactElement } from 'react'
import { keyOf } from '../../http/web/use-mutation.ts'
import { Button } from './button.tsx'

interface ActionButtonProps<Variables>
  extends Omit<ComponentProps<typeof Button>, 'isBusy' | 'onClick'> {
  /** A mutation. */
  action: {
    isPending: boolean
    variables: Variables | undefined
    mutate(variables: Variables): void
  }
}

/** Does what it says, and is busy while just that is under way: of a list's buttons, the one that was pressed. */
export function ActionButton(props: ActionButtonProps<void>): ReactElement
export function ActionButton<Variables>(
  props: ActionButtonProps<Variables> & { variables: NoInfer<Variables> },
): ReactElement
export function ActionButton({
  action,
  variables,
  ...rest
}: ActionButtonProps<unknown> & { variables?: unknown }) {
  return (
    <Button
      {...rest}
      isBusy={action.isPending && keyOf(action.variables) === keyOf(variables)}
      onClick={() => action.mutate(variables)}
    />
  )
}
