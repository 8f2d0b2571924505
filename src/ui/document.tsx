import type { ReactNode } from 'react'
import { Links, Meta, Scripts, ScrollRestoration } from 'react-router'
import { languageTag, readingLanguage } from '../shared/i18n/language.ts'
import { brokenCoversScript } from './figures/broken-covers.ts'
import { themeScript } from './layout/theme.ts'
import serverStyles from './styles.css?inline'

/**
 * The small stylesheet stands in the page itself, so the first paint waits for nothing. The browser
 * takes it from there again: it is not part of any script.
 */
const styles = import.meta.env.SSR
  ? serverStyles
  : (document.querySelector('style[data-site]')?.innerHTML ?? '')

/** Has run when the page's scripts arrive, and is not part of them. */
export const firstScript = import.meta.env.SSR ? `${themeScript};${brokenCoversScript}` : ''

/** None in languages that run from left to right. */
function direction(): 'rtl' | undefined {
  const isMirrored = import.meta.env.SSR
    ? readingLanguage()?.direction === 'rtl'
    : document.documentElement.dir === 'rtl'
  return isMirrored ? 'rtl' : undefined
}

/** The HTML around every page. */
export function Document({ children }: { children: ReactNode }) {
  return (
    <html lang={languageTag()} dir={direction()} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#fffaf2" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#17101f" media="(prefers-color-scheme: dark)" />
        <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: firstScript }} />
        <style data-site="" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: styles }} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}
