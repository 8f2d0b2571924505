import * as z from 'zod'
import { endpoint } from './endpoint.ts'

export const publicSettings = endpoint('GET /settings', {
  summary: 'What a browser needs to know of this academy',
  access: 'anyone',
  answer: z.object({
    brand_name: z.string(),
    sandbox: z.boolean().describe('No real money moves.'),
    google_client_id: z.string().nullable().describe('Null: Google sign-in is off.'),
    admin_email_salt: z.string().describe('New at each start.'),
    admin_email_sha256: z
      .string()
      .nullable()
      .describe(
        'Of the salt and the address: the login form uses the separate admin login for an address with this hash. Null: nobody of the staff has the address.',
      ),
    checkout_script: z.string().describe("URL of the payment provider's checkout script."),
  }),
})
