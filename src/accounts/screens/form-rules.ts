import * as z from 'zod'
import { useValidationMessages } from '../../http/validation-messages.ts'
import {
  emailAddress,
  loginInput,
  resetPasswordInput,
  signUpInput,
  verificationCode,
} from '../contract.ts'

useValidationMessages()

/** The contract's rules as forms check them. */
export const formRules = {
  login: loginInput,
  signUp: signUpInput,
  verification: z.object({ code: verificationCode }),
  forgotPassword: z.object({ email: emailAddress }),
  resetPassword: resetPasswordInput,
}
