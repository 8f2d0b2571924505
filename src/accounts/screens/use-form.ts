import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'

type Texts<Values> = { [Name in keyof Values]: string }
type NameOf<Values> = keyof Values & string

/** What is wrong, in words, by field. */
export type FieldErrors<Values> = { [Name in keyof Values]?: string | undefined }

/** The values as they are to be sent, or what is wrong with them. */
export type Check<Values> = (
  values: Values,
) => Promise<{ values: Values; errors: FieldErrors<Values> }>

interface FormOptions<Values> {
  initial?: Partial<Values>
  check: Check<Values>
  /** Hears each change, after the field has its new value. */
  onChange?: (values: Partial<Values>) => void
}

export interface Form<Values> {
  errors: FieldErrors<Values>
  isSubmitting: boolean
  /** What an input takes as its props. `alsoCheck`: fields judged by this one's value too. */
  register: (name: NameOf<Values>, alsoCheck?: readonly NameOf<Values>[]) => FieldProps
  handleSubmit: (send: (values: Values) => Promise<void>) => (event?: FormEvent) => Promise<void>
  setError: (name: NameOf<Values>, message: string) => void
  focus: (name: NameOf<Values>, shouldSelect?: boolean) => void
}

interface FieldProps {
  name: string
  ref: (input: HTMLInputElement | null) => void
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
}

/**
 * A form of a few text fields that the browser holds. It is checked when it is sent, and from then
 * on while it is corrected. The door to the site must open on slow networks: a form library weighs
 * ten times as much.
 */
export function useForm<Values extends Texts<Values>>(options: FormOptions<Values>): Form<Values> {
  const [errors, setErrors] = useState<FieldErrors<Values>>({})
  const [isSubmitting, setIsSubmitting] = useState(false)
  const kept = useRef<Partial<Values>>(options.initial ?? {})
  const inputs = useRef(new Map<NameOf<Values>, HTMLInputElement>())
  const hasBeenSent = useRef(false)

  /** From the fields themselves: what a browser filled in before our script ran counts. */
  const readValues = (): Values => {
    const shown = [...inputs.current].map(([name, input]) => [name, input.value])
    return Object.assign(kept.current, Object.fromEntries(shown)) as Values // every field is registered
  }
  const focus = (name: NameOf<Values>, shouldSelect = false) => {
    const input = inputs.current.get(name)
    input?.focus()
    if (shouldSelect) input?.select()
  }
  const correct = async (names: readonly NameOf<Values>[]) => {
    const found = (await options.check(readValues())).errors
    setErrors((shown) => ({
      ...shown,
      ...Object.fromEntries(names.map((name) => [name, found[name]])),
    }))
  }

  return {
    errors,
    isSubmitting,
    focus,
    setError: (name, message) => setErrors((shown) => ({ ...shown, [name]: message })),
    register: (name, alsoCheck = []) => ({
      name,
      ref: (input) => {
        if (!input) {
          readValues()
          inputs.current.delete(name)
          return
        }
        const value = kept.current[name]
        if (value && input.value !== value) input.value = value
        inputs.current.set(name, input)
      },
      onChange: () => {
        options.onChange?.(readValues())
        if (hasBeenSent.current) void correct([name, ...alsoCheck])
      },
    }),
    handleSubmit: (send) => async (event) => {
      event?.preventDefault()
      setIsSubmitting(true)
      try {
        const checked = await options.check({ ...readValues() })
        hasBeenSent.current = true
        setErrors(checked.errors)
        const wrong = [...inputs.current.keys()].find((name) => checked.errors[name])
        if (wrong !== undefined) return focus(wrong)
        await send(checked.values)
      } finally {
        setIsSubmitting(false)
      }
    },
  }
}
