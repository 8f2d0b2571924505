import { zodResolver } from '@hookform/resolvers/zod'
import { createFormControl } from 'react-hook-form'
import * as z from 'zod'
import { useValidationMessages } from '../../../http/validation-messages.ts'
import {
  changePasswordInput,
  emailAddress,
  loginInput,
  personName,
  profileInput,
  resetPasswordInput,
  signUpInput,
  verificationCode,
} from '../contract.ts'
import { secondCode } from '../second-code.ts'

useValidationMessages()

/** The contract's rules as forms check them. */
const formRules = {
  login: loginInput,
  signUp: signUpInput,
  verification: z.object({ code: verificationCode }),
  forgotPassword: z.object({ email: emailAddress }),
  resetPassword: resetPasswordInput,
  profile: profileInput,
  changePassword: changePasswordInput,
  secondStep: z.object({ code: secondCode }),
  printedName: z.object({ name: personName }),
}

export type RuleName = keyof typeof formRules
export type FormValues<Rule extends RuleName> = z.input<(typeof formRules)[Rule]>

/** A form that is checked by one of the rules, without React around it. */
export function createForm(rule: RuleName, defaultValues: Record<string, string>) {
  return createFormControl<Record<string, string>>({
    // All fields are texts, before the rules and after them.
    resolver: zodResolver<Record<string, string>, unknown, Record<string, string>>(
      formRules[rule] as unknown as z.ZodType<Record<string, string>, Record<string, string>>,
    ),
    defaultValues,
  })
}
