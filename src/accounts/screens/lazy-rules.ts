import type * as z from 'zod'
import type { formRules } from './form-rules.ts'
import type { Check } from './use-form.ts'

type FormRules = typeof formRules

/** Fetches the rules, and Zod with them: when a form is first touched, so that it opens sooner. */
export async function loadRules(): Promise<FormRules | null> {
  return import('./form-rules.ts').then(
    (loaded) => loaded.formRules,
    // Without them the server, which has the same rules, checks alone.
    () => null,
  )
}

/** Checks a form by one of the contract's rules; of each field's faults it tells the first. */
export function lazyRules<Values>(
  pick: (rules: FormRules) => z.ZodType<Values, Values>,
): Check<Values> {
  return async (values) => {
    const rules = await loadRules()
    const checked = rules ? pick(rules).safeParse(values) : { success: true as const, data: values }
    if (checked.success) return { values: checked.data, errors: {} }
    const errors: Record<string, string> = {}
    for (const { path, message } of checked.error.issues) errors[String(path[0])] ??= message
    return { values, errors }
  }
}
