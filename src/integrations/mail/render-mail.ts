import { renderMarkdown } from '../../platform/markdown/render-markdown.ts'
import type { Brand } from '../../platform/settings.ts'
import { languageTag, readingLanguage } from '../../shared/i18n/language.ts'
import { msg, t } from '../../shared/i18n/translate.ts'

/** A mail as people read it; one structure gives the text and the HTML alike. */
export interface MailTemplate {
  subject: string
  greeting?: string
  paragraphs: string[]
  /** Markdown, after the paragraphs. The text shows it as it was typed, links with their whole address. */
  markdown?: string
  /** Stands alone and large, e.g. a verification code. */
  code?: string
  button?: { label: string; url: string }
  /** Label and value pairs, e.g. of a receipt. */
  facts?: [label: string, value: string][]
  closing?: string
  /** What the mail is about, e.g. a course's cover. Left out where mail programs would not load it. */
  picture?: { url: string; alt: string }
  /** Of letters to many people: where their reader says no to more of them. */
  unsubscribeUrl?: string
}

export interface Sender {
  /** Read when a mail is made: owners may change it at any time. */
  brand: Pick<Brand, 'name' | 'supportEmail'>
  /** Where mail programs find the mark. */
  publicUrl: () => string
}

/** Sets a template as plain text and as HTML with inline styles; all values are escaped. */
export function renderMail(template: MailTemplate, sender: Sender): { text: string; html: string } {
  return { text: renderText(template, sender), html: renderHtml(template, sender) }
}

function renderText(template: MailTemplate, sender: Sender): string {
  const blocks = [
    template.greeting,
    ...template.paragraphs,
    template.markdown?.replaceAll(/\]\(\/(?!\/)/g, `](${sender.publicUrl()}/`),
    template.code,
    template.facts?.map(([label, value]) => `${label}: ${value}`).join('\n'),
    template.button && `${template.button.label}:\n${template.button.url}`,
    template.closing,
    `${sender.brand.name}\n${sender.brand.supportEmail}`,
    template.unsubscribeUrl && `${t(noMore)}:\n${template.unsubscribeUrl}`,
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

function renderHtml(template: MailTemplate, sender: Sender): string {
  const paragraph = (text: string): string =>
    `<p style="margin:0 0 16px">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`
  const parts = [
    template.picture && renderPicture(template.picture),
    template.greeting && paragraph(template.greeting),
    ...template.paragraphs.map(paragraph),
    template.markdown && renderBody(template.markdown, sender),
    template.code &&
      `<p style="margin:0 0 16px;font-size:32px;letter-spacing:8px;font-weight:700">${escapeHtml(template.code)}</p>`,
    template.facts && renderFacts(template.facts),
    template.button &&
      `<p style="margin:0 0 16px"><a href="${escapeHtml(template.button.url)}" style="display:inline-block;background:#f2a51a;color:#21152e;padding:12px 24px;border-radius:8px;text-decoration:none;font-weight:700">${escapeHtml(template.button.label)}</a></p>`,
    template.closing && paragraph(template.closing),
  ]
  return `<!doctype html><html lang="${languageTag()}" dir="${readingLanguage()?.direction ?? 'ltr'}"><head><meta charset="utf-8"><title>${escapeHtml(template.subject)}</title></head>
<body style="margin:0;background:#fffaf2;color:#21152e;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px 24px">
<p style="margin:0 0 24px;font-size:20px;font-weight:700">${renderMark(sender)}${escapeHtml(sender.brand.name)}</p>
${parts.filter(Boolean).join('\n')}
<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid #e9dfd0;color:#5d5069;font-size:14px">${escapeHtml(sender.brand.name)} · <a href="mailto:${escapeHtml(sender.brand.supportEmail)}" style="color:#5d5069">${escapeHtml(sender.brand.supportEmail)}</a>${renderUnsubscribe(template)}</p>
</div></body></html>`
}

const noMore = msg('Unsubscribe from these mails')

function renderUnsubscribe({ unsubscribeUrl }: MailTemplate): string {
  if (unsubscribeUrl === undefined) return ''
  return `<br><a href="${escapeHtml(unsubscribeUrl)}" style="color:#5d5069">${t(noMore)}</a>`
}

/** Addresses of the site itself are written out: a mail has no place of its own. */
function renderBody(markdown: string, sender: Sender): string {
  const site = escapeHtml(sender.publicUrl())
  return renderMarkdown(markdown)
    .replaceAll(/<(a href|img src)="\/(?!\/)/g, `<$1="${site}/`)
    .replaceAll('<img ', '<img style="max-width:100%;height:auto;border-radius:8px" ')
    .replaceAll('<a ', '<a style="color:#7a1040" ')
}

/** Beside the brand's name, which says the same where pictures are not loaded. */
function renderMark(sender: Sender): string {
  const url = `${sender.publicUrl()}/icon-192.png`
  if (!isLoadable(url)) return ''
  return `<img src="${escapeHtml(url)}" alt="" width="32" height="32" style="vertical-align:middle;margin-${sides().end}:10px;border-radius:6px">`
}

function renderPicture({ url, alt }: { url: string; alt: string }): string {
  if (!isLoadable(url)) return ''
  return `<p style="margin:0 0 24px"><img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}" width="512" style="display:block;width:100%;max-width:512px;height:auto;border-radius:8px"></p>`
}

/** Many mail programs know no sides but left and right. */
function sides(): { start: string; end: string } {
  const isMirrored = readingLanguage()?.direction === 'rtl'
  return isMirrored ? { start: 'right', end: 'left' } : { start: 'left', end: 'right' }
}

/** Mail programs fetch pictures from the outside and over TLS, and draw no SVG. */
function isLoadable(url: string): boolean {
  return URL.canParse(url) && /^https:/i.test(url) && !/\.svg$/i.test(new URL(url).pathname)
}

function renderFacts(facts: [label: string, value: string][]): string {
  const { start, end } = sides()
  const rows = facts.map(
    ([label, value]) =>
      `<tr><th scope="row" style="text-align:${start};font-weight:400;color:#5d5069;padding:4px 0;padding-${end}:24px">${escapeHtml(label)}</th><td style="padding:4px 0">${escapeHtml(value)}</td></tr>`,
  )
  return `<table style="border-collapse:collapse;margin:0 0 16px">${rows.join('')}</table>`
}

export function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}
