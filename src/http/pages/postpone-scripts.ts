const preload = /<link rel="modulepreload" href="([^"]+)"\/?>/g
const start = /<script type="module" async="">([\s\S]*?)<\/script>/

/**
 * Lets a page paint before its scripts are even asked for: on a phone's network and processor they
 * would compete with what is read first. A page without a start module comes back as it was.
 */
export function postponeScripts(html: string): string {
  if (!start.test(html)) return html
  const urls = [...html.matchAll(preload)].map(([, url]) => url)
  return html
    .replaceAll(preload, '')
    .replace(start, '<script type="text/plain" id="start">$1</script>')
    .replace(/<\/body><\/html>\s*$/, `<script>${loadAfterPaint(urls)}</script>$&`)
}

/** A hidden page is never painted: it loads its scripts at once. */
function loadAfterPaint(urls: (string | undefined)[]): string {
  return `{const load=()=>{for(const href of ${JSON.stringify(urls)})document.head.append(Object.assign(document.createElement('link'),{rel:'modulepreload',href}));document.head.append(Object.assign(document.createElement('script'),{type:'module',text:document.getElementById('start').text}))};document.hidden?load():requestAnimationFrame(()=>setTimeout(load))}`
}
