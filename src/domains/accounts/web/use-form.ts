import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import { ApiError } from '../../../http/api-client.ts'
import type { createForm, FormValues, RuleName } from './form-control.ts'

type Control = ReturnType<typeof createForm>
type Texts = Record<string, string>

interface FormOptions<Name extends string> {
  /** What is sent along with the fields. */
  initial?: Texts
  /** Hears each change, after the field has its new value. */
  onChange?: (name: Name, value: string) => void
}

export interface Form<Values> {
  errors: { [Name in keyof Values]?: string | undefined }
  isSubmitting: boolean
  /** Fetches what checks the form. Called as soon as somebody touches it. */
  load: () => void
  /** What an input takes as its props. `deps`: fields judged by this one's value too. */
  register: (name: keyof Values & string, deps?: (keyof Values & string)[]) => FieldProps
  /** Does nothing while the last submission is under way. */
  handleSubmit: (send: (values: Values) => Promise<void>) => (event?: FormEvent) => void
  /** Puts the server's complaints beside their fields. False if the form does not show them all. */
  showServerErrors: (error: unknown) => boolean
  /** What was tried is selected, unless it was corrected meanwhile. */
  focus: (name: keyof Values & string, tried?: string) => void
}

interface FieldProps {
  name: string
  ref: (input: HTMLInputElement | null) => void
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
}

/**
 * A form of React Hook Form and the contract's rules, both fetched when it is first touched, so
 * that the page opens sooner: until then the browser holds what is typed.
 */
export function useForm<Rule extends RuleName>(
  rule: Rule,
  { initial = {}, onChange }: FormOptions<keyof FormValues<Rule> & string> = {},
): Form<FormValues<Rule>> {
  type Values = FormValues<Rule>
  type Name = keyof Values & string
  const [errors, setErrors] = useState<Form<Values>['errors']>({})
  const [isSubmitting, setIsSubmitting] = useState(false)
  const isRunning = useRef(false)
  const inputs = useRef(new Map<string, { input: HTMLInputElement; deps: string[] }>())
  const loaded = useRef<Control | null>(null)
  const loading = useRef<Promise<Control | null>>(null)

  const load = () => {
    loading.current ??= import('./form-control.ts').then(
      ({ createForm }) => {
        const control = createForm(rule, initial)
        control.subscribe({
          formState: { errors: true },
          callback: ({ errors = {} }) => {
            const texts = Object.entries(errors).map(([name, error]) => [name, error?.message])
            setErrors(Object.fromEntries(texts) as Form<Values>['errors']) // by the fields' names
          },
        })
        for (const [name, { input, deps }] of inputs.current) {
          control.register(name, { deps }).ref(input)
        }
        loaded.current = control
        return control
      },
      () => {
        loading.current = null
        return null
      },
    )
    return loading.current
  }
  const focus = (name: string, tried?: string) => {
    const input = inputs.current.get(name)?.input
    input?.focus()
    if (input?.value === tried) input?.select()
  }
  const submit = async (send: (values: Values) => Promise<void>) => {
    const control = await load()
    const texts = [...inputs.current].map(([name, { input }]) => [name, input.value] as const)
    // Without its rules the server, which has the same, checks alone.
    if (control === null) return send({ ...initial, ...Object.fromEntries(texts) } as Values)
    // What a browser filled in by itself counts too.
    for (const [name, text] of texts) control.setValue(name, text)
    await control.handleSubmit((values) => send(values as Values))() // as the rule lets them through
  }

  return {
    errors,
    isSubmitting,
    load: () => void load(),
    focus,
    register: (name: Name, deps: Name[] = []) => ({
      name,
      ref: (input) => {
        if (input) inputs.current.set(name, { input, deps })
        else inputs.current.delete(name)
        loaded.current?.register(name, { deps }).ref(input)
      },
      onChange: (event) => {
        onChange?.(name, event.target.value)
        void loaded.current?.register(name, { deps }).onChange(event)
      },
    }),
    handleSubmit: (send) => (event) => {
      event?.preventDefault()
      if (isRunning.current) return
      isRunning.current = true
      setIsSubmitting(true)
      void submit(send).finally(() => {
        isRunning.current = false
        setIsSubmitting(false)
      })
    },
    showServerErrors: (error) => {
      if (!(error instanceof ApiError) || error.errors.length === 0) return false
      for (const { path, message } of error.errors) loaded.current?.setError(path, { message })
      const [first] = error.errors
      if (first) focus(first.path)
      return error.errors.every(({ path }) => inputs.current.has(path))
    },
  }
}
