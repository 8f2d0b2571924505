import { type ButtonVariant, buttonStyle } from '../../../../ui/controls/button-style.ts'
import { LinkButton } from '../../../../ui/controls/link-button.tsx'
import { SiteLink } from '../../../../ui/layout/site-link.tsx'

interface BlockLinkProps {
  /** Null: none was given. */
  link: { label: string; to: string } | null
  className: string
}

/** A link to a page of the academy, or to another site. */
export function BlockLink({ link, className }: BlockLinkProps) {
  return link && <SiteLink link={link} className={className} />
}

/** The same as a button. */
export function BlockButton({
  link,
  variant = 'primary',
  className,
}: Pick<BlockLinkProps, 'link'> & { variant?: ButtonVariant; className?: string }) {
  if (link === null) return null
  return link.to.startsWith('/') ? (
    <LinkButton to={link.to} variant={variant} {...(className && { className })}>
      {link.label}
    </LinkButton>
  ) : (
    <BlockLink link={link} className={`${buttonStyle(variant)} ${className ?? ''}`} />
  )
}
