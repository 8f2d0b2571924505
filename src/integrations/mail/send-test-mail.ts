import { createTransport } from 'nodemailer'

/** Sends one mail past the queue and resolves to what the mail server answered; throws what it refused. */
export async function sendTestMail(
  { smtpUrl, from }: { smtpUrl: string; from: string },
  { to, brandName }: { to: string; brandName: string },
): Promise<string> {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: 8_000,
    greetingTimeout: 8_000,
    socketTimeout: 10_000,
  })
  try {
    const sent = await transport.sendMail({
      from,
      to,
      subject: `Test mail of ${brandName}`,
      text: `This is the test mail that you asked for on the checklist of ${brandName}. Mails reach you.\n`,
    })
    return sent.response
  } finally {
    transport.close()
  }
}
