import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../http/api-client.ts'
import {
  explainGoogleLoginFailure,
  explainLoginFailure,
  explainSignUpFailure,
  explainVerificationFailure,
} from './explain-failure.ts'

describe('what a person reads when a form fails', () => {
  it("is the server's sentence, where it sent one", () => {
    const refused = new ApiError(429, { detail: 'Too many tries.' })

    const sentences = [
      explainLoginFailure(refused),
      explainSignUpFailure(refused),
      explainVerificationFailure(refused),
      explainGoogleLoginFailure(refused),
    ]

    expect(new Set(sentences)).toEqual(new Set(['Too many tries.']))
  })

  it.each([
    [401, 'Invalid email or password. Please check your credentials.'],
    [400, 'Please check your input and try again.'],
    [500, 'Login failed. Please try again.'],
    [0, 'Login failed. Please try again.'],
  ])('is the login’s own sentence for a bare %i', (status, sentence) => {
    expect(explainLoginFailure(new ApiError(status, {}))).toBe(sentence)
  })

  it.each([
    [400, 'Please check your input and try again.'],
    [401, 'Signup failed. Please try again.'],
    [503, 'Signup failed. Please try again.'],
  ])('is the sign-up’s own sentence for a bare %i', (status, sentence) => {
    expect(explainSignUpFailure(new ApiError(status, {}))).toBe(sentence)
  })

  it('is one sentence for every other failed verification and Google login', () => {
    expect(explainVerificationFailure(new ApiError(500, {}))).toBe(
      'Verification failed. Please check your code and try again.',
    )
    expect(explainGoogleLoginFailure(new TypeError('broken'))).toBe(
      'Google login failed. Please try again or use email/password.',
    )
  })
})
