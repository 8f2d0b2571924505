import * as z from 'zod'

/** A language as captions name it (BCP 47), in its canonical form: `hi`, `pt-BR`. */
export const captionsLanguage = z
  .string()
  .max(35)
  .regex(/^[a-z]{2,3}(?:-[a-z\d]{2,8}){0,4}$/i, 'Please give a language such as en or hi.')
  .transform((tag, context) => {
    try {
      return Intl.getCanonicalLocales(tag)[0] ?? tag
    } catch {
      context.addIssue({ code: 'custom', message: 'Please give a language such as en or hi.' })
      return z.NEVER
    }
  })
