import * as z from 'zod'
import { msg } from '../../shared/i18n/translate.ts'

/** Six digits of an app, or a recovery code. */
export const secondCode = z
  .string()
  .trim()
  .min(1, msg('Please enter the code.'))
  .max(40, msg('A code is shorter than that.'))
