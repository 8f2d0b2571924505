import { ApiError } from '../../../http/api-client.ts'
import { msg, t } from '../../../shared/i18n/translate.ts'

const checkInput = msg('Please check your input and try again.')

/** The sentences of the error catalogue. The server's own sentence goes first, where there is one. */
export function explainLoginFailure(error: unknown): string {
  return explain(error, {
    400: t(checkInput),
    401: t('Invalid email or password. Please check your credentials.'),
    other: t('Login failed. Please try again.'),
  })
}

export function explainSignUpFailure(error: unknown): string {
  return explain(error, { 400: t(checkInput), other: t('Signup failed. Please try again.') })
}

export function explainVerificationFailure(error: unknown): string {
  const other = t('Verification failed. Please check your code and try again.')
  return explain(error, { other })
}

export function explainGoogleLoginFailure(error: unknown): string {
  const other = t('Google login failed. Please try again or use email/password.')
  return explain(error, { other })
}

export function explainRequestFailure(error: unknown): string {
  return explain(error, { 400: t(checkInput), other: t('That did not work. Please try again.') })
}

/** When Google's own script or window fails, before the server was asked. */
export const googleLoginProviderFailure = msg(
  'Google login failed. Please try with email/password.',
)
export const googleSignUpFailure = msg('Google signup failed. Please try with email/password.')

interface Sentences {
  400?: string
  401?: string
  other: string
}

function explain(error: unknown, sentences: Sentences): string {
  if (!(error instanceof ApiError)) return sentences.other
  const byStatus =
    error.status === 400 || error.status === 401 ? sentences[error.status] : undefined
  return error.detail ?? byStatus ?? sentences.other
}

/** True when nothing answered: the connection is to blame, not the person. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0
}
