import { createTransport } from 'nodemailer'

const timeoutInMs = 8_000

/** Greets the mail server and shows it our password, without a mail; throws what it refused. */
export async function greetMailServer(smtpUrl: string): Promise<void> {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutInMs,
    greetingTimeout: timeoutInMs,
    socketTimeout: timeoutInMs,
  })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}
