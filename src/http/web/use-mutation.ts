import {
  hashKey,
  type UseMutationOptions,
  type UseMutationResult,
  // oxlint-disable-next-line no-restricted-imports -- everybody else takes it from here
  useMutation as useEveryMutation,
} from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { withStepUp } from './step-up.ts'

/**
 * TanStack's `useMutation`, whose `mutate` does nothing while the last is under way and was the same:
 * a second press may come before React has shown the first. After a `reset` it does: what is sent then
 * was typed anew. `mutateAsync` is as it was. Who is to show once more that it is them is asked, and what they
 * wanted goes on.
 */
export function useMutation<Answer, Variables = void>(
  options: UseMutationOptions<Answer, Error, Variables>,
): UseMutationResult<Answer, Error, Variables> {
  const { mutationFn } = options
  const mutation = useEveryMutation({
    ...options,
    ...(mutationFn && {
      mutationFn: (variables: Variables, context) =>
        withStepUp(() => mutationFn(variables, context)),
    }),
  })
  const { mutateAsync, reset: forgetResult } = mutation
  const last = useRef<{ key: unknown } | null>(null)
  const mutate = useCallback<typeof mutation.mutate>(
    (...args) => {
      const own = { key: keyOf(args[0]) }
      if (last.current?.key === own.key) return
      last.current = own
      const end = () => {
        if (last.current === own) last.current = null
      }
      mutateAsync(...args).then(end, end)
    },
    [mutateAsync],
  )
  const reset = useCallback(() => {
    last.current = null
    forgetResult()
  }, [forgetResult])
  // React shows a screen twice in development; the second one hears nothing of the first one's call.
  useEffect(
    () => () => {
      last.current = null
    },
    [],
  )
  return { ...mutation, mutate, reset }
}

/** Plain data is the same if it says the same; anything else, such as a form, if it is the same. */
export function keyOf(variables: unknown): unknown {
  const isObject = typeof variables === 'object' && variables !== null
  return isObject && Object.getPrototypeOf(variables) !== Object.prototype
    ? variables
    : hashKey([variables])
}
