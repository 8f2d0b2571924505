interface RazorpayErrorBody {
  error: {
    code: string
    description: string
    field?: string
    source: string
    step: string
    reason: string
    metadata: Record<string, string>
  }
}

/** A request turned down in Razorpay's own words; the server answers with `status` and `body`. */
export class RequestError extends Error {
  readonly status: number
  readonly body: RazorpayErrorBody

  constructor(status: number, body: RazorpayErrorBody) {
    super(body.error.description)
    this.status = status
    this.body = body
  }
}

/** 400 for a value that does not fit; `field` names it. */
export function invalidInput(description: string, field?: string): RequestError {
  return new RequestError(400, {
    error: {
      code: 'BAD_REQUEST_ERROR',
      description,
      source: 'business',
      step: 'payment_initiation',
      reason: 'input_validation_failed',
      metadata: {},
      ...(field && { field }),
    },
  })
}

/** A request that never got as far as a payment: bad key, unknown address, reused refund key. */
export function requestError(status: number, description: string): RequestError {
  return new RequestError(status, notApplicable('BAD_REQUEST_ERROR', description))
}

/** What Razorpay's own servers say when the fault is theirs. */
export function serverError(status: number): RequestError {
  const description =
    'We are facing some trouble completing your request at the moment. Please try again shortly.'
  return new RequestError(status, notApplicable('SERVER_ERROR', description))
}

function notApplicable(code: string, description: string): RazorpayErrorBody {
  return { error: { code, description, source: 'NA', step: 'NA', reason: 'NA', metadata: {} } }
}
