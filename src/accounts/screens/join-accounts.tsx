import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ApiError } from '../../http/api-client.ts'
import {
  askForJoinCodes,
  askToCancelJoin,
  askToJoin,
  joinRequestQuery,
} from '../../people/queries.ts'
import { Alert } from '../../ui/controls/alert.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Skeleton } from '../../ui/controls/skeleton.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'

/** Joins another account of the same person to this one: first the codes are mailed, then entered. */
export function JoinAccounts({ email }: { email: string }) {
  const client = useQueryClient()
  const { data, isError, isFetching, refetch } = useQuery(joinRequestQuery)
  const [told, setTold] = useState<string | null>(null)
  if (isError) {
    return (
      <LoadFailure
        sentence="This part could not be loaded."
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data) return <Skeleton label="Loading" className="h-32" />
  const done = ({ message }: { message: string }) => {
    setTold(message)
    // Courses, payments and documents may be more than a moment ago.
    return client.invalidateQueries()
  }
  const { request } = data
  return (
    <>
      {told !== null && (
        <div className="mb-5">
          <Alert tone="success" isUrgent>
            {told}
          </Alert>
        </div>
      )}
      {request === null ? (
        <AskForCodes onDone={done} />
      ) : (
        <EnterCodes email={email} otherEmail={request.email} onDone={done} />
      )}
    </>
  )
}

interface StepProps {
  onDone: (answer: { message: string }) => Promise<void>
}

function AskForCodes({ onDone }: StepProps) {
  const [other, setOther] = useState('')
  const ask = useMutation({ mutationFn: askForJoinCodes, onSuccess: onDone })
  return (
    <Form error={ask.error} onSubmit={() => ask.mutate(other)}>
      <p>
        Did you sign up twice, for example with your work address and with your own? Then make it
        one account: the courses, payments, progress and certificates of the other one come here,
        and the other account ends.
      </p>
      <TextField
        label="E-mail of your other account"
        hint="We mail a code to both addresses."
        type="email"
        autoComplete="off"
        maxLength={254}
        value={other}
        error={errorAt(ask.error, 'email')}
        onChange={(event) => setOther(event.target.value)}
      />
      <Button type="submit" variant="secondary" isBusy={ask.isPending}>
        Send the codes
      </Button>
    </Form>
  )
}

function EnterCodes({
  email,
  otherEmail,
  onDone,
}: StepProps & { email: string; otherEmail: string }) {
  const [code, setCode] = useState('')
  const [otherCode, setOtherCode] = useState('')
  const join = useMutation({ mutationFn: askToJoin, onSuccess: onDone })
  const cancel = useMutation({ mutationFn: askToCancelJoin, onSuccess: onDone })
  const submit = () => join.mutate({ email: otherEmail, code, other_code: otherCode })
  return (
    <Form error={join.error ?? cancel.error} onSubmit={submit}>
      <p className="wrap-anywhere">
        We mailed a code to {email} and, if it has an account, one to {otherEmail}. With both codes
        all of {otherEmail} comes into this account, and that account ends. This cannot be undone.
      </p>
      <CodeField
        label={`Code mailed to ${email}`}
        value={code}
        error={errorAt(join.error, 'code')}
        onType={setCode}
      />
      <CodeField
        label={`Code mailed to ${otherEmail}`}
        value={otherCode}
        error={errorAt(join.error, 'other_code')}
        onType={setOtherCode}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={join.isPending}>
          Join the accounts
        </Button>
        <Button variant="secondary" isBusy={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}

interface CodeFieldProps {
  label: string
  value: string
  error: string | undefined
  onType: (text: string) => void
}

function CodeField({ onType, ...field }: CodeFieldProps) {
  return (
    <TextField
      {...field}
      hint="Eight letters and digits."
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={20}
      onChange={(event) => onType(event.target.value)}
    />
  )
}

interface FormProps {
  error: Error | null
  onSubmit: () => void
  children: ReactNode
}

/** What is wrong is said at its field, or else below. */
function Form({ error, onSubmit, children }: FormProps) {
  const isAtField = error instanceof ApiError && error.errors.length > 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      {children}
      {error && !isAtField && <Alert tone="danger">{error.message}</Alert>}
    </form>
  )
}

function errorAt(error: Error | null, path: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  return error.errors.find((one) => one.path === path)?.message
}
