/** An address that opens a mail to it. */
export function MailLink({ address }: { address: string }) {
  return (
    <a href={`mailto:${address}`} className="text-link">
      {address}
    </a>
  )
}
